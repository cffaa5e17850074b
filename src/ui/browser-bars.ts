import type { DeviceChoice, ThemeChoice } from './device-choice.ts'

/**
 * The browser's own bars follow what was chosen, as the page does: index.html says their colour once for the light and
 * once for the dark of the system, by which alone they would go.
 */
export function paintBars(theme: DeviceChoice<ThemeChoice>, page: Document): void {
  function paint() {
    const chosen = theme.get()
    page.querySelectorAll<HTMLMetaElement>('[name=theme-color]').forEach((bar, at) => {
      bar.content = (chosen === 'system' ? at === 1 : chosen === 'dark') ? '#17171a' : '#ffffff'
    })
  }
  paint()
  theme.subscribe(paint)
}

/** Draws the bitmap icons from public/icons/icon.svg: `node tests/support/draw-icons.ts`, after changing it. */
import { readFile } from 'node:fs/promises'
import { launchBrowser } from './browser/browser.ts'

const svg = await readFile('public/icons/icon.svg', 'utf8')
/** Square, and with the margin that a round mask may cut off. */
const maskable = svg
  .replace('viewBox="0 0 512 512"', 'viewBox="-64 -64 640 640"')
  .replace(
    '<rect width="512" height="512" rx="112"',
    '<rect x="-64" y="-64" width="640" height="640"',
  )

const icons = [
  { file: 'icon-192.png', size: 192, drawing: svg },
  { file: 'icon-512.png', size: 512, drawing: svg },
  { file: 'maskable-512.png', size: 512, drawing: maskable },
  { file: 'apple-touch-icon.png', size: 180, drawing: maskable },
]

const browser = await launchBrowser()
for (const { file, size, drawing } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${drawing}`,
  )
  await page.screenshot({ path: `public/icons/${file}`, omitBackground: true })
}
await browser.close()

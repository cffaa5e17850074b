import { useEffect } from 'react'

/** What the tab, the history of the browser and a screen reader call the page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Aisle' : `${title} – Aisle`
  }, [title])
}

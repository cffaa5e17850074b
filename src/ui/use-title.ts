import { useEffect } from 'react'

/** Of the start page, as it is and as robots read it. */
export const startTitle = 'Aisle: the shopping list that works where the signal does not'

/** What the tab, the history of the browser and a screen reader call the page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? startTitle : `${title} – Aisle`
  }, [title])
}

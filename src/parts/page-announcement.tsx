import { useEffect, useState } from 'react'
import { PoliteRegion } from '../ui/polite-region.tsx'

/** What a screen reader hears of a page that was opened from the column beside it, where the focus stays. */
export function PageAnnouncement() {
  const [words, setWords] = useState('')
  useEffect(() => {
    const observer = new MutationObserver(() => {
      const { activeElement, title } = document
      // The details of an item are an aside, too, within the page.
      const isBeside = activeElement?.closest('aside') && !activeElement.closest('main')
      setWords(isBeside ? title : '')
    })
    const title = document.querySelector('title')
    if (title) observer.observe(title, { childList: true })
    return () => observer.disconnect()
  }, [])
  return <PoliteRegion words={words} />
}

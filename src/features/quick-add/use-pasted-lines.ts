import { useState } from 'react'
import { readDraft, useKeptDraft } from '../../ui/form/kept-texts.ts'
import type { PastedLines } from './paste-dialog.tsx'
import { boxKey, type KeptBoxes } from './use-kept-box.ts'

const pastedKey = (listId: string) => `pasted ${listId}`

/**
 * Lines that were pasted and not added yet: somebody looks at them, or they were put aside by a tap beside the dialog,
 * Escape, Back, or with the whole box, and wait until somebody goes on. They are kept as what was typed is.
 */
export function usePastedLines(listId: string) {
  const [{ rows = [], literal = false }, keep] = useKeptDraft<Partial<PastedLines>>(
    pastedKey(listId),
  )
  const [isOpen, setIsOpen] = useState(false)

  function putAside(lines: PastedLines): void {
    keep(lines.rows.length === 0 ? {} : lines)
    setIsOpen(false)
  }

  return {
    /** While somebody looks at them. */
    shown: isOpen ? { rows, literal } : undefined,
    /** Undefined if there are none. */
    aside: isOpen || rows.length === 0 ? undefined : { rows, literal },
    /** These behind those that were put aside. */
    joined(lines: readonly string[]): PastedLines {
      const first = (rows.at(-1)?.place ?? -1) + 1
      return { rows: [...rows, ...lines.map((line, n) => ({ line, place: first + n }))], literal }
    },
    show(lines: PastedLines): void {
      keep(lines)
      setIsOpen(true)
    },
    putAside,
    giveUp: () => putAside({ rows: [], literal: false }),
  }
}

/** All that was pasted or typed there and not added yet, a line each. */
export function notAdded(texts: KeptBoxes, listId: string): string {
  const { rows = [] } = readDraft<Partial<PastedLines>>(texts, pastedKey(listId))
  const lines = rows.map(({ line }) => line)
  return lines.concat(texts.get(boxKey(listId)) ?? []).join('\n')
}

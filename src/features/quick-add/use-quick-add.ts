/** What the add box holds and does; drawing it is `quick-add.tsx`. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { checkName, cleanName } from '../../../rules/text.ts'
import { counted } from '../../../rules/validation-issue.ts'
import type { UndoOutcome } from '../../cache/undo/undo-history.ts'
import { unpersistedSentence } from '../../parts/perform/use-tell-unpersisted.ts'
import { useSaid } from '../../ui/said.tsx'
import type { ChipBarHandle } from './chip-bar.tsx'
import {
  type Amount,
  type Chip,
  comingBack,
  type Found,
  isUnderstood,
  type Knowledge,
  type Offer,
  offerFor,
  type Wanted,
  wantedOf,
  wantedText,
} from './chips.ts'
import { pastedLines, pastedLinesLimit } from './pasted-lines.ts'
import { usePastedLines } from './use-pasted-lines.ts'

export interface Added {
  /** Rejects where the device would not keep it. */
  readonly durable: Promise<unknown>
  /** Undefined if it cannot be taken back. */
  readonly undo: (() => UndoOutcome) | undefined
}

export interface QuickAddEvents {
  readonly onAdd: (wanted: Wanted) => Pick<Added, 'durable'>
  /** All of them as one thing to take back, those that come back from the trolley included. */
  readonly onAddMany: (wanted: readonly Wanted[], back: readonly Offer[]) => Added
  readonly onBringBack: (found: Found, amount: Amount) => Added
  readonly onRaise: (found: Found, amount: Amount) => void
  /** Whether the page says of all changes that this device does not keep them. */
  readonly isSaidOfAll?: () => boolean
  /** Answers with what remembers it again. */
  readonly onForget: (name: string) => () => void
}

/** One line above the box: something that was done, and how to have it otherwise. */
export interface Remark {
  readonly text: string
  readonly isError?: boolean
  readonly action?: { readonly label: string; readonly onPress: () => void }
}

/** In the empty box. */
export const addWords = 'Add an item'

/**
 * The text stays in the input itself, and `bar` shows chips once the letter was painted, so that a letter never
 * waits for what it finds. `full` is why so many more cannot be added, where that is so; `later` runs what can wait
 * for the letter, and answers with what calls it off.
 */
export function useQuickAdd(
  listId: string,
  input: RefObject<HTMLInputElement | null>,
  bar: RefObject<ChipBarHandle | null>,
  know: Knowledge,
  events: QuickAddEvents,
  full: (adding: number) => string | undefined,
  later: (work: () => void) => () => void,
) {
  const refused = useRef(false)
  const [issue, setIssue] = useState<string>()
  const [remark, setRemark] = useState<Remark>()
  const [said, setSaid] = useSaid()
  const pasted = usePastedLines(listId)
  const cancel = useRef(() => {})
  useEffect(() => () => cancel.current(), [])

  function handleType(text: string) {
    if (issue !== undefined) setIssue(undefined)
    cancel.current()
    if (text === '') showNone()
    else {
      showWords('')
      cancel.current = later(() => flushSync(catchUp))
    }
  }

  /** What the box holds, though its letter may not be painted yet. */
  function catchUp() {
    cancel.current()
    bar.current?.show(input.current?.value ?? '', refused.current)
  }

  /**
   * A box that holds something has none, nor the attribute: Chromium styles and lays them out for each letter,
   * though they are hidden, or empty.
   */
  function showWords(words: string) {
    const box = input.current
    if (words === '') box?.removeAttribute('placeholder')
    else if (box && box.placeholder !== words) box.placeholder = words
  }

  function showNone() {
    refused.current = false
    showWords(addWords)
    bar.current?.show('', false)
  }

  function clear() {
    cancel.current()
    if (input.current) input.current.value = ''
    showNone()
    setIssue(undefined)
  }

  function sayNotKept(what: string) {
    if (events.isSaidOfAll?.()) return
    setRemark({
      text: unpersistedSentence(what),
      isError: true,
    })
  }

  function add(wanted: Wanted) {
    setSaid(`Added ${wantedText(wanted, know.units)}`)
    events.onAdd(wanted).durable.catch(() => sayNotKept(`“${wanted.name}”`))
  }

  /**
   * What lies in the trolley comes back, and a second one is offered. Any other name is added, a second row of
   * it too: both are shown together with "Merge" then (src/features/quick-add/duplicates). An offer that was
   * chosen is taken as it is by now; of what is gone it is added.
   */
  function take(wanted: Wanted, isOffer = false) {
    const found = know.find(wanted.name)
    const offer = found && offerFor(found, wanted, know.units)
    if (offer && (isOffer || offer.kind === 'bring-back')) {
      takeOffer(offer, isOffer)
      return clear()
    }
    if (complains(wanted)) return
    setRemark(undefined)
    add(wanted)
    clear()
  }

  function complains(wanted: Wanted): boolean {
    const wrong = full(1) ?? checkName('name', wanted.name)?.message
    setIssue(wrong)
    return wrong !== undefined
  }

  function handleSubmit() {
    const text = input.current?.value ?? ''
    know.lookThrough()
    if (cleanName(text) !== '') take(wantedOf(text, refused.current, know))
  }

  function takeOffer(chip: Offer, isChosen: boolean) {
    if (chip.kind === 'raise') {
      events.onRaise(chip.found, chip.amount)
      setSaid(chip.label)
      return
    }
    const { name } = chip.found
    const { durable, undo } = events.onBringBack(chip.found, chip.amount)
    setSaid(chip.label.replace('Bring', 'Brought'))
    if (!isChosen) {
      setRemark({
        text: `${name} was in the trolley and is back on the list.`,
        action: {
          label: 'Add a second one instead',
          onPress() {
            if (complains(chip.wanted)) return
            const outcome = undo?.()
            add(chip.wanted)
            const stays = outcome !== undefined && outcome.kind !== 'undone'
            setRemark(stays ? { text: outcome.sentence } : undefined)
          },
        },
      })
    }
    durable.catch(() => sayNotKept(`“${name}”`))
  }

  function handleChoose(chip: Chip) {
    know.lookThrough()
    setRemark(undefined)
    take(chip.wanted, 'found' in chip)
  }

  function handleForget(name: string) {
    const remember = events.onForget(name)
    setRemark({
      text: `${name} is no longer suggested.`,
      action: {
        label: 'Undo',
        onPress: () => {
          remember()
          setRemark(undefined)
        },
      },
    })
  }

  /** Where it would be pasted as it was copied, the browser does that, and can undo it. */
  function pasteOne(line: string | undefined, pastedText: string): boolean {
    const box = input.current
    if (!box || line === undefined || line === pastedText.trim()) return false
    box.setRangeText(line, box.selectionStart ?? 0, box.selectionEnd ?? 0, 'end')
    handleType(box.value)
    return true
  }

  /** Returns whether it takes the paste over. */
  function handlePaste(pastedText: string): boolean {
    const lines = pastedLines(pastedText)
    if (lines.length < 2) return pasteOne(lines[0], pastedText)
    know.lookThrough()
    const all = pasted.joined(lines)
    const wrong = cannotBePasted(all.rows.map(({ line }) => line))
    setIssue(wrong)
    if (wrong === undefined) pasted.show(all)
    return true
  }

  function cannotBePasted(lines: readonly string[]): string | undefined {
    if (lines.length > pastedLinesLimit) {
      const what = pasted.aside ? 'With those not added yet, these' : 'These'
      return `${what} are ${counted(lines.length, 'line')}; at most ${pastedLinesLimit} can be pasted at once. Paste fewer, or import a file.`
    }
    const wanted = lines.map(line => wantedOf(line, false, know))
    return full(lines.length - comingBack(wanted, know).size)
  }

  function handleAddMany(wanted: readonly Wanted[]) {
    pasted.giveUp()
    know.lookThrough()
    const back = comingBack(wanted, know)
    const { durable, undo } = events.onAddMany(
      wanted.filter(one => !back.has(one)),
      [...back.values()],
    )
    const count = counted(wanted.length, 'item')
    durable.catch(() => sayNotKept(`the last ${count}`))
    // The remark is said, too.
    setSaid('')
    setRemark({
      text: addedSentence(wanted.length - back.size, back.size),
      ...(undo && { action: { label: 'Undo', onPress: () => takeBack(undo, count) } }),
    })
  }

  /** Of what could be taken back only in part, or was taken back before, it says so. */
  function takeBack(undo: () => UndoOutcome, count: string) {
    const { kind, sentence } = undo()
    if (kind === 'undone') setSaid(`Took back ${count}`)
    setRemark(kind === 'undone' ? undefined : { text: sentence })
  }

  return {
    issue,
    remark: remark ?? remarkOnPasted(),
    /** For screen readers, politely; the same words again are said again. */
    said,
    /** While somebody looks at them. */
    pasted: pasted.shown,
    handleType,
    handleSubmit,
    handleChoose,
    /**
     * Returns whether there was an understanding to refuse, or to take up again: of what the box holds, since
     * the chips may not be drawn yet.
     */
    handleRefuse(): boolean {
      const text = input.current?.value ?? ''
      const may = refused.current || isUnderstood(wantedOf(text, false, know))
      if (!may) return false
      refused.current = !refused.current
      catchUp()
      return true
    },
    /** Before somebody turns to the chips: they are those of what the box holds. */
    catchUp,
    handleForget,
    handlePaste,
    handleAddMany,
    handleDismiss: () => setRemark(remark === undefined ? giveUpPasted() : undefined),
    handleChangePasted: pasted.show,
    handleCancelPaste: pasted.giveUp,
    handlePutAside() {
      if (pasted.shown) pasted.putAside(pasted.shown)
      // Else it would hide the way back to them.
      setRemark(undefined)
    },
  }

  function remarkOnPasted(): Remark | undefined {
    const { aside } = pasted
    return (
      aside && {
        text: `${counted(aside.rows.length, 'pasted line')} not added yet.`,
        action: { label: 'Go on', onPress: () => pasted.show(aside) },
      }
    )
  }

  function giveUpPasted(): Remark | undefined {
    const { aside } = pasted
    if (!aside) return undefined
    pasted.giveUp()
    return {
      text: `${counted(aside.rows.length, 'pasted line')} left out.`,
      action: {
        label: 'Undo',
        onPress() {
          pasted.putAside(aside)
          setRemark(undefined)
        },
      },
    }
  }
}

/** Of pasted lines. */
function addedSentence(added: number, back: number): string {
  if (back === 0) return `${counted(added, 'item')} added.`
  const brought = `${added === 0 ? counted(back, 'item') : back} brought back.`
  return added === 0 ? brought : `${counted(added, 'item')} added, ${brought}`
}

/**
 * Runs inside the pages, Aisle's and the vanilla ones alike: from the moment of an event to the first frame
 * after the document changed.
 */
export interface Painted {
  /** From the event to the change of the document. */
  readonly changeMs: number
  /** From the event to the frame that shows it. */
  readonly paintMs: number
}

export interface Probe {
  /** The name of the `place`-th open row in sight, from 0. */
  nameOfRow(place: number): string
  /** Where to click to tick that row; watches it. */
  aimAtRow(place: number): { readonly x: number; readonly y: number; readonly name: string }
  /** Watches the list for a row more, from the next Enter. */
  aimAtAdding(): void
  /** Watches the next key in the focused box. */
  aimAtKey(): void
  /** Watches the rows of a list until they show, no longer show, or show in another place what is named so. */
  aimAtRows(gesture: 'click' | 'keydown', until: Until): void
  /** Watches, from the next key in the focused box, for other results beneath it. */
  aimAtResults(): void
  /** Watches, from the next key in the add box, for other suggestions above it. */
  aimAtSuggestions(): void
  /** What came of the last aim. */
  painted: Promise<Painted>
  /** From now on the gaps between frames are noted. */
  startFrames(): void
  /** The gaps so far, in ms. */
  stopFrames(): readonly number[]
  /** The last click, in ms since 1970. */
  clickedAt: number
  /** Watches the named row for what comes from elsewhere. */
  aimAtArrival(name: string): void
  /** The moment, in ms since 1970, when what arrived was painted. */
  arrivedAt: Promise<number>
}

export interface Until {
  readonly shows?: string
  readonly hides?: string
  readonly moves?: string
}

declare global {
  interface Window {
    probe: Probe
  }
}

export function installProbe(): void {
  const rows = () => [...document.querySelectorAll<HTMLElement>('ul[aria-label="Items"] > li')]
  const boxOf = (row: HTMLElement) => row.querySelector<HTMLInputElement>('input[type="checkbox"]')

  function middleOf(box: HTMLElement): { readonly x: number; readonly y: number } {
    const { left, top, width, height } = box.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }

  /** Rows lie beneath the header and the add box, too. */
  function canBeHit(row: HTMLElement): boolean {
    const box = boxOf(row)
    if (!box) return false
    const { x, y } = middleOf(box)
    return row.contains(document.elementFromPoint(x, y))
  }

  function rowInSight(place: number) {
    const hittable = rows().filter(canBeHit)
    const open = hittable.filter(row => boxOf(row)?.checked === false)
    // A page that folds nothing away runs out of open rows: unticking costs the same.
    const inSight = open.length > 0 ? open : hittable
    const row = inSight[Math.min(place, inSight.length - 1)]
    const box = row && boxOf(row)
    if (!row || !box) throw new Error('There is no row in sight.')
    return { row, box }
  }

  function nameOf(row: HTMLElement): string {
    const label = row.querySelector('button[aria-label^="Edit "]')?.getAttribute('aria-label')
    return label?.slice('Edit '.length) ?? ''
  }

  function onNext(type: string): { at: number | undefined } {
    const event: { at: number | undefined } = { at: undefined }
    function note(happened: Event) {
      event.at = happened.timeStamp
    }
    addEventListener(type, note, { capture: true, once: true })
    return event
  }

  function whenChanged(watched: Node, counts: () => boolean): Promise<void> {
    return new Promise(resolve => {
      const observer = new MutationObserver(() => {
        if (!counts()) return
        observer.disconnect()
        resolve()
      })
      observer.observe(watched, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      })
    })
  }

  /** As it is drawn, by whatever means. */
  const isStruck = (row: HTMLElement) =>
    [...row.querySelectorAll('span')].some(
      span => getComputedStyle(span).textDecorationLine === 'line-through',
    )

  /** To the first frame in which it looks so; nothing of it needs to be written into the document. */
  function measureLook(type: string, shows: () => boolean): Promise<Painted> {
    return new Promise(resolve => {
      function look(began: number) {
        const drawn = window.nextFrame()
        requestAnimationFrame(() => {
          if (!shows()) return look(began)
          const changeMs = performance.now() - began
          void drawn.then(shownAt => resolve({ changeMs, paintMs: shownAt - began }))
        })
      }
      addEventListener(type, event => look(event.timeStamp), { capture: true, once: true })
    })
  }

  async function measure(type: string, changed: (began: () => boolean) => Promise<void>) {
    const event = onNext(type)
    await changed(() => event.at !== undefined)
    const began = event.at ?? Number.NaN
    const changeMs = performance.now() - began
    return { changeMs, paintMs: (await window.nextFrame()) - began }
  }

  /** Where a row stands, without making the page lay itself out. */
  function placeOf(name: string): string {
    const row = rows().find(candidate => nameOf(candidate) === name)
    if (!row) return ''
    const before = row.previousElementSibling
    return `${row.style.transform} ${row.style.translate} ${row.style.top} ${before instanceof HTMLElement ? nameOf(before) : ''}`
  }

  let gaps: number[] | undefined

  const probe: Probe = {
    painted: Promise.reject(new Error('Nothing was aimed at.')),
    clickedAt: Number.NaN,
    startFrames() {
      gaps = []
      let last = performance.now()
      function note(now: number) {
        gaps?.push(now - last)
        last = now
        if (gaps) requestAnimationFrame(note)
      }
      requestAnimationFrame(note)
    },
    stopFrames() {
      const noted = gaps ?? []
      gaps = undefined
      return noted
    },
    nameOfRow: place => nameOf(rowInSight(place).row),
    aimAtRow(place) {
      const { row, box } = rowInSight(place)
      const before = isStruck(row)
      probe.painted = measureLook('click', () => isStruck(row) !== before)
      return { ...middleOf(box), name: nameOf(row) }
    },
    aimAtAdding() {
      const list = document.querySelector('ul[aria-label="Items"]')
      if (!list) throw new Error('There is no list.')
      probe.painted = measure('keydown', began => whenChanged(list, began))
    },
    aimAtKey() {
      probe.painted = measure(
        'keydown',
        () =>
          new Promise(resolve => {
            addEventListener('input', () => resolve(), { capture: true, once: true })
          }),
      )
    },
    aimAtRows(gesture, { shows, hides, moves }) {
      const list = document.querySelector('ul[aria-label="Items"]')
      if (!list) throw new Error('There is no list.')
      const isThere = (name: string) => rows().some(row => nameOf(row) === name)
      const place = moves === undefined ? '' : placeOf(moves)
      probe.painted = measure(gesture, began =>
        whenChanged(
          list,
          () =>
            began() &&
            (shows === undefined || isThere(shows)) &&
            (hides === undefined || !isThere(hides)) &&
            (moves === undefined || placeOf(moves) !== place),
        ),
      )
    },
    aimAtResults() {
      const results = document.querySelector('ul[aria-label="Found"]')
      if (!results) throw new Error('There is nothing to search with.')
      probe.painted = measure('keydown', began => whenChanged(results, began))
    },
    aimAtSuggestions() {
      const form = document.querySelector('input[aria-label="Add an item"]')?.closest('form')
      if (!form) throw new Error('There is no add box.')
      const chips = () =>
        [...form.querySelectorAll('[data-chip]')].map(chip => chip.textContent).join()
      const before = chips()
      probe.painted = measure('keydown', began =>
        whenChanged(form, () => began() && chips() !== before),
      )
    },
    arrivedAt: Promise.reject(new Error('Nothing was aimed at.')),
    aimAtArrival(name) {
      const row = rows().find(candidate => nameOf(candidate) === name)
      if (!row) throw new Error(`There is no row ${name}.`)
      probe.arrivedAt = whenChanged(row, () => true)
        .then(window.nextFrame)
        .then(shownAt => performance.timeOrigin + shownAt)
    },
  }
  probe.painted.catch(() => undefined)
  probe.arrivedAt.catch(() => undefined)
  addEventListener(
    'click',
    event => {
      probe.clickedAt = performance.timeOrigin + event.timeStamp
    },
    { capture: true },
  )
  window.probe = probe
}

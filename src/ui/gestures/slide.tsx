/**
 * Rows that come to another place slide there, so that the eye can follow; not where the system asks for less
 * motion. A finger that was on its way to a row which has just moved away touches nothing.
 */
import { Component, createRef, type MouseEvent, type PointerEvent, type ReactNode } from 'react'
import { calmAfterMs } from './calm.ts'

interface SlideProps {
  /** Another one: the rows stand elsewhere now. */
  readonly when: unknown
  /** They moved without the person's doing. */
  readonly byItself: boolean
  readonly children: ReactNode
}

type Tops = ReadonlyMap<string, { readonly element: HTMLElement; readonly top: number }>

const slideMs = 200

export class Slide extends Component<SlideProps> {
  private readonly holder = createRef<HTMLDivElement>()
  private movedAt = Number.NEGATIVE_INFINITY
  private moved: ReadonlySet<string> = new Set()
  private astray = false

  override getSnapshotBeforeUpdate({ when }: SlideProps): Tops | null {
    return when === this.props.when ? null : this.tops()
  }

  override componentDidUpdate(_props: SlideProps, _state: unknown, before: Tops | null) {
    if (before === null) return
    const moved = new Set<string>()
    for (const { element } of before.values()) takeBack(element)
    for (const [key, { element, top }] of this.tops()) {
      const by = (before.get(key)?.top ?? top) - top
      if (by === 0) continue
      moved.add(key)
      slide(element, `0 ${by}px`, '0 0')
    }
    if (!this.props.byItself) return
    this.moved = moved
    this.movedAt = performance.now()
  }

  /** From the top of the holder, so that scrolling makes no difference. */
  private tops(): Tops {
    const holder = this.holder.current
    const origin = holder?.getBoundingClientRect().top ?? 0
    const rows = [...(holder?.querySelectorAll<HTMLElement>('li, [data-slides]') ?? [])]
    return new Map(
      rows.map(element => [
        keyOf(element),
        { element, top: element.getBoundingClientRect().top - origin },
      ]),
    )
  }

  private readonly handleDown = ({ target, timeStamp, pointerType }: PointerEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('li, [data-slides]') : null
    const fresh = timeStamp - this.movedAt < calmAfterMs
    this.astray = pointerType === 'touch' && fresh && row !== null && this.moved.has(keyOf(row))
  }

  private readonly handleClick = (event: MouseEvent) => {
    if (!this.astray) return
    this.astray = false
    event.preventDefault()
    event.stopPropagation()
  }

  override render() {
    return (
      <div
        ref={this.holder}
        className="flex flex-1 flex-col"
        onPointerDownCapture={this.handleDown}
        onClickCapture={this.handleClick}
      >
        {this.props.children}
      </div>
    )
  }
}

/**
 * Two neighbours change places on the screen alone, as they will once they are drawn so; the answer takes back
 * what a drawing has not.
 */
export function showSwapped(upper: HTMLElement, lower: HTMLElement): () => void {
  const down = lower.getBoundingClientRect().height
  const up = -upper.getBoundingClientRect().height
  show(upper, down)
  show(lower, up)
  return () => {
    takeBack(upper)
    takeBack(lower)
  }
}

function show(row: HTMLElement, by: number) {
  // It may be sliding still.
  const from = getComputedStyle(row).translate
  row.style.translate = `0 ${by}px`
  slide(row, from, row.style.translate)
}

/** Where it was shown, though it does not stand there yet. */
function takeBack(row: HTMLElement) {
  if (row.style.translate === '') return
  row.style.translate = ''
  for (const sliding of row.getAnimations?.() ?? []) sliding.cancel()
}

function slide(element: HTMLElement, from: string, to: string) {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate?.({ translate: [from, to] }, { duration: slideMs, easing: 'ease-out' })
}

function keyOf(element: HTMLElement): string {
  const { slides } = element.dataset
  return (
    slides ??
    element.querySelector<HTMLElement>('[data-drag-row]')?.dataset.dragRow ??
    element.textContent
  )
}

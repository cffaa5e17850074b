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
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    for (const [key, { element, top }] of this.tops()) {
      const by = (before.get(key)?.top ?? top) - top
      if (by === 0) continue
      moved.add(key)
      if (!still) {
        element.animate?.(
          { translate: [`0 ${by}px`, '0 0'] },
          { duration: slideMs, easing: 'ease-out' },
        )
      }
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

function keyOf(element: HTMLElement): string {
  const { slides } = element.dataset
  return (
    slides ??
    element.querySelector<HTMLElement>('[data-drag-row]')?.dataset.dragRow ??
    element.textContent
  )
}

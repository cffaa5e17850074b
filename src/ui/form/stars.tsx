import { Star } from 'lucide-react'

interface StarsProps {
  readonly count: number
  readonly filled: number
  readonly size: number
}

/** Stars with their number in words: "4 of 5". Of a single one, whatever stands beside it tells. */
export function Stars({ count, filled, size }: StarsProps) {
  const stars = Array.from({ length: count }, (_, at) => (
    <Star
      // biome-ignore lint/suspicious/noArrayIndexKey: stars are told apart by nothing else.
      key={at}
      aria-hidden
      size={size}
      className={at < filled ? 'fill-current text-mark' : 'text-quiet'}
    />
  ))
  if (count === 1) return stars
  return (
    <span role="img" aria-label={`${filled} of ${count}`} className="inline-flex flex-none">
      {stars}
    </span>
  )
}

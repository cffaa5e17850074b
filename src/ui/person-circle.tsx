/** A person as two letters in a circle; who it is stands in its name. */
interface PersonCircleProps {
  /** Where it is known: a name changes, and two may have it. */
  readonly id?: number | null | undefined
  readonly name: string
  /** Beside the name itself the circle is decoration. */
  readonly plain?: boolean
  readonly className?: string
}

export function PersonCircle({
  id,
  name,
  plain = false,
  className = 'size-10',
}: PersonCircleProps) {
  // Next to each other ids are far apart on the wheel.
  const hue = id == null ? hueOf(name) : (id * 137) % 360
  return (
    <span
      {...(plain ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name, title: name })}
      className={`inline-grid flex-none place-items-center rounded-full text-sm font-semibold ${className}`}
      style={{
        backgroundColor: `light-dark(hsl(${hue} 80% 88%), hsl(${hue} 35% 28%))`,
        color: 'light-dark(#1b1b1d, #ececee)',
      }}
    >
      {initialsOf(name)}
    </span>
  )
}

/** "Anna Novak" → "AN"; of one word its first two letters. */
function initialsOf(name: string): string {
  const words = name.split(/[\s@]+/).filter(Boolean)
  const [first = '?', last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  const letters = last === undefined ? [...first].slice(0, 2) : [first, last].map(lead)
  return letters.join('').toUpperCase()
}

function lead(word: string): string {
  return [...word][0] ?? ''
}

/** Of whoever is known by name alone. */
function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return sum
}

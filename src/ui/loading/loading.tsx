/** Shown while a screen's code loads, and while nothing at all is on the device yet. */
export function Loading() {
  return (
    <p className="grid min-h-40 flex-1 place-items-center p-4 text-quiet" role="status">
      Loading...
    </p>
  )
}

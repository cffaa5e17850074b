import { useRouter } from '@tanstack/react-router'

/** The whole address of a path of this app, to be given away: what is of a demo leads to the demo. */
export function useAddress(path: string): string {
  const { basepath } = useRouter()
  return new URL(`.${path}`, window.location.origin + basepath).href
}

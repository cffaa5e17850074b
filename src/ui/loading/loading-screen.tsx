import { Loading } from './loading.tsx'

/** In the place of a whole screen, until it is known which one or its code has come. */
export function LoadingScreen() {
  return (
    <>
      <h1 className="sr-only">Aisle</h1>
      <Loading />
    </>
  )
}

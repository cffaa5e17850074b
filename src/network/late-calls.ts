/** Calls of the server whose code comes with the first of them: it lies beside the screens that make them. */

type Calls<All> = { readonly [Name in keyof All]: (...given: never[]) => Promise<unknown> }

/** `names` are all that `load` answers with. */
export function lateCalls<All extends Calls<All>>(
  names: Readonly<Record<keyof All, true>>,
  load: () => Promise<All>,
): All {
  const late = Object.keys(names).map(name => [
    name,
    async (...given: unknown[]) => Object(await load())[name](...given),
  ])
  return Object.fromEntries(late)
}

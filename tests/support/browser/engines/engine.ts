/**
 * What is asked of a browser that is not Chromium: little enough that two protocols can do it, WebDriver (WebKit) and
 * WebDriver BiDi (Firefox). Keys and clicks are the browser's own events, in the format that both have in common.
 */

export interface Engine {
  /** As the report of the tests calls it. */
  readonly name: string
  /** Whether it can be killed and opened again with what it had on its disk. */
  readonly keepsProfile: boolean
  /** Starts it, with a folder for what it keeps; says what is to be installed where it is not here. */
  start(profile: string): Promise<EngineBrowser>
}

export interface EngineBrowser {
  /** Of the same profile; where an engine needs it, in a window of its own. */
  openTab(): Promise<Tab>
  /** As a person closes it: what it holds in memory is written. */
  close(): Promise<void>
  /** At once, all of its processes. */
  kill(): Promise<void>
}

export interface Tab {
  /** Until it has loaded. */
  goto(address: string): Promise<void>
  reload(): Promise<void>
  /** Runs a function in the page, of which it must be whole without anything around it; all is passed as JSON. */
  run<Parameters extends readonly unknown[], Answer>(
    what: (...parameters: Parameters) => Answer,
    ...parameters: Parameters
  ): Promise<Awaited<Answer>>
  /** Key by key, into what has the focus; "\n" is Enter. */
  type(text: string): Promise<void>
  /** With the mouse, in the middle of the only such element, as soon as it is there. */
  click(selector: string): Promise<void>
}

/** What each of the two protocols has to do for a tab. */
export interface TabWire {
  goto(address: string): Promise<void>
  reload(): Promise<void>
  /** Calls a function, of which it is given the source, with one text; it answers with the promise of a text. */
  call(source: string, text: string): Promise<string>
  /** Sources of input as WebDriver's "Perform Actions" has them. */
  act(sources: readonly object[]): Promise<void>
}

const enter = '\uE007'

export function createTab(wire: TabWire): Tab {
  const tab: Tab = {
    goto: wire.goto,
    reload: wire.reload,
    async run(what, ...parameters) {
      const source = `async text => JSON.stringify([await (${what})(...JSON.parse(text))])`
      const [answer] = JSON.parse(await wire.call(source, JSON.stringify(parameters)))
      return answer
    },
    async type(text) {
      const actions = [...text.replaceAll('\n', enter)].flatMap(value => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await wire.act([{ type: 'key', id: 'keyboard', actions }])
    },
    async click(selector) {
      const at = await tab.run(findMiddle, selector)
      await wire.act([
        {
          type: 'pointer',
          id: 'mouse',
          parameters: { pointerType: 'mouse' },
          actions: [
            { type: 'pointerMove', ...at, duration: 0, origin: 'viewport' },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ])
    },
  }
  return tab
}

/** In the page: where the element is, once it stands still. */
async function findMiddle(selector: string): Promise<{ readonly x: number; readonly y: number }> {
  let before = ''
  for (let tries = 0; tries < 400; tries += 1) {
    const [element, another] = document.querySelectorAll(selector)
    if (another !== undefined) throw new Error(`There is more than one ${selector}.`)
    element?.scrollIntoView({ block: 'nearest' })
    const { x = 0, y = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
    const now = [x, y, width, height].join()
    if (width > 0 && now === before) {
      return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
    }
    before = now
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`There is no ${selector}.`)
}

/** How to have a server of one's own, in two commands. */
export function HostCommands() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <pre tabIndex={0}>
      <code>{'npm ci\nnpm start'}</code>
    </pre>
  )
}

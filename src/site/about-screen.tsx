/** What Aisle is, for whom, and how to have it. */
import { Link } from '@tanstack/react-router'
import { Article } from './article.tsx'
import { HostCommands } from './host-commands.tsx'
import { SiteFrame } from './site-frame.tsx'

export function AboutScreen() {
  return (
    <SiteFrame title="About">
      <Article title="About Aisle">
        <p>
          Aisle is for people who write shopping lists and stand in shops where the phone has no
          signal. Lists are kept on the device: they open at once and can be changed anywhere. When
          the network is back, what you changed is sent, in the order in which you did it, once
          each.
        </p>
        <h2>When two people change the same list</h2>
        <p>
          Both changes stand wherever they can: another field, another row, a tick beside a new
          name. Where only one can stand, the later arrival does, and deleting wins over changing.
          What cannot be saved is never dropped: it lies under “Could not be saved” with everything
          you wrote, until you try again or let it go.
        </p>
        <h2>What it promises</h2>
        <ul>
          <li>The word “saved” appears only when the change is safe on your device.</li>
          <li>“Sent” appears only when the server has answered.</li>
          <li>Nothing moves under your finger, and a new version waits for your word.</li>
          <li>What you change on a list can be undone.</li>
        </ul>
        <h2>A server of your own</h2>
        <p>
          Whoever wants to can run Aisle on a machine of their own: one folder of data, no other
          service. All it needs is Node.
        </p>
        <HostCommands />
        <p>
          Questions? <Link to="/contact">Write to us</Link>. What is new stands in the{' '}
          <Link to="/blog">blog</Link>.
        </p>
      </Article>
    </SiteFrame>
  )
}

import { SiteFrame } from './site-frame.tsx'

export function AboutScreen() {
  return (
    <SiteFrame title="About">
      <article className="max-w-prose space-y-4 py-8">
        <h1 className="text-3xl font-bold text-primary">About Aisle</h1>
        <p>
          Aisle is for people who write shopping lists and stand in shops where the phone has no
          signal. Lists are kept on the device: they open at once and can be changed anywhere. When
          the network is back, what you changed is sent, in the order in which you did it, once
          each.
        </p>
        <p>
          When two people change the same list, both changes stand wherever they can. When one
          cannot stand, the app says so and keeps what you wrote until you decide.
        </p>
        <p>
          Whoever wants to can run Aisle on a machine of their own: one command, one folder of data,
          no other service.
        </p>
      </article>
    </SiteFrame>
  )
}

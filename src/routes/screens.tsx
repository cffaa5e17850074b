/** What the app hands each screen that asks for more than its URL, and what those of /product stand in. */
import { Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isStaff } from '../../rules/people/roles.ts'
import { useReadable } from '../cache/hooks/use-readable.ts'
import { AccountMenu } from '../shell/account/account-menu.tsx'
import { useApp } from '../shell/app.tsx'
import { PageHeader } from '../shell/frame/page-header.tsx'
import { ProductFrame, useFrame } from '../shell/frame/product-frame.tsx'
import { useChosenList } from '../shell/frame/use-chosen-list.ts'
import { ConnectionLine } from '../shell/sync/connection-line.tsx'
import {
  AccountScreen,
  ContactScreen,
  DashboardScreen,
  DeleteScreen,
  DeskScreen,
  FeedbackScreen,
  FriendsScreen,
  InspectScreen,
  LandingScreen,
  ListScreen,
  NoListScreen,
  Notices,
  OwnAccount,
  Preferences,
  ReadyScreen,
} from './late-screens.tsx'

const listPaths = /^\/product(\/shoppinglist)?\/?$/
const itemPaths = /^\/product\/item\/?$/
const deskPages = ['feedback', 'users', 'mail', 'log'] as const

export function Landing() {
  return <LandingScreen theme={useApp().theme} />
}

export function Contact() {
  return <ContactScreen send={useApp().contact} />
}

export function Inspect() {
  const { account, identity, log, demo, operations, settings } = useApp()
  const { offline } = useReadable(account.state)
  const { downtime, debugGraphql, sendAnalytics, stubbed } = useReadable(settings)
  const flags = Object.entries({ downtime, debugGraphql, sendAnalytics, stubbed })
  return (
    <InspectScreen
      offline={offline}
      identity={identity}
      log={log}
      isDemo={demo !== undefined}
      operations={operations.read()}
      flags={flags.flatMap(([flag, isOn]) => (isOn ? [flag] : []))}
    />
  )
}

export function Desk() {
  const { session, network, accountCalls, updates } = useApp()
  const { user } = useReadable(session.state)
  const { pathname } = useLocation()
  const mayEnter = isStaff(user?.role)
  // The desk asks by itself; who is not known to work there may do so by now.
  useEffect(() => {
    if (!mayEnter) void session.checkStatus()
  }, [mayEnter, session])
  if (!mayEnter || user === undefined) return <Landing />
  const [, path] = /^\/admin\/([a-z]+)\/?$/.exec(pathname) ?? []
  const page = deskPages.find(one => one === path) ?? 'dashboard'
  return (
    <DeskScreen
      key={user.id}
      page={page}
      network={network}
      calls={accountCalls}
      updates={updates}
      user={user}
      onOpened={session.checkStatus}
    />
  )
}

function useIsAt(paths: RegExp): boolean {
  return paths.test(useLocation().pathname)
}

export function FramedProduct() {
  const chosenId = useChosenList(useSearch({ strict: false }).list)
  const onList = useIsAt(listPaths)
  return (
    <ProductFrame chosenId={onList ? chosenId : undefined}>
      <Outlet />
    </ProductFrame>
  )
}

/** What the screens of lists stand in. */
function useListsFrame() {
  const { network, memory } = useApp()
  const frame = useFrame()
  return {
    connection: <ConnectionLine brief />,
    tools: frame.wide ? null : <AccountMenu look="icon" />,
    onOpenLists: frame.wide ? undefined : frame.openLists,
    onShowTray: frame.showTray,
    network,
    memory,
    typed: frame.typed,
  }
}

/** A list by its own URL or by that of one of its items: the same screen, so that one leads to the other. */
export function Lists() {
  const frame = useFrame()
  const listsFrame = useListsFrame()
  const navigate = useNavigate()
  const { list, item = '' } = useSearch({ strict: false })
  const isItem = useIsAt(itemPaths)
  const chosenId = useChosenList(list)
  if (isItem) {
    return (
      <ListScreen
        itemId={item}
        onItemLeft={listId =>
          navigate({
            to: '/product/shoppinglist',
            search: { list: listId },
            replace: true,
            resetScroll: false,
          })
        }
        {...listsFrame}
      />
    )
  }
  if (chosenId === undefined) {
    return (
      <NoListScreen
        connection={listsFrame.connection}
        tools={listsFrame.tools}
        onNewList={frame.wide ? undefined : frame.newList}
      />
    )
  }
  return <ListScreen listId={chosenId} {...listsFrame} />
}

export function Dashboard() {
  const frame = useFrame()
  return (
    <DashboardScreen
      {...useListsFrame()}
      connection={<ConnectionLine />}
      onNewList={frame.wide ? undefined : frame.newList}
    />
  )
}

export function Account() {
  const { session, network, devices, passkeys, waysIn, push, settings, keys, leaveTo } = useApp()
  const { apiEnv } = useReadable(settings)
  return (
    <AccountScreen
      session={session}
      network={network}
      header={<PageHeader title="Account settings" />}
      own={user => (
        <OwnAccount
          {...{ user, session, network, devices, passkeys, waysIn, leaveTo }}
          providerHref={`${apiEnv}/auth/oauth?next=%2Fproduct%2Faccount`}
        />
      )}
      preferences={
        <>
          <Preferences keys={keys} />
          <Notices network={network} push={push} />
        </>
      }
    />
  )
}

export function DeleteAccount() {
  const { session, network, account, toasts } = useApp()
  const navigate = useNavigate()
  return (
    <DeleteScreen
      session={session}
      network={network}
      header={<PageHeader title="Delete account" />}
      onDeleted={async () => {
        await account.leave()
        toasts.show({ type: 'success', text: 'Your account is deleted.' })
        // Says as well whether this device let go of everything.
        await navigate({ to: '/logout' })
      }}
    />
  )
}

export function Friends() {
  const { network, session } = useApp()
  const { user, asksToVerify } = useReadable(session.state)
  const header = <PageHeader title="Friends" />
  return <FriendsScreen {...{ network, asksToVerify, header }} ownEmail={user?.email} />
}

export function Feedback() {
  const { network, log } = useApp()
  const { typed } = useFrame()
  const header = <PageHeader title="Feedback" />
  return <FeedbackScreen header={header} network={network} log={log} typed={typed} />
}

export function Ready() {
  const { session, demo } = useApp()
  const navigate = useNavigate()
  return (
    <ReadyScreen
      session={session}
      isDemo={demo !== undefined}
      header={<PageHeader title="Ready for the shop" />}
      onSignIn={() => navigate({ to: '/login', search: { next: '/product/ready' } })}
    />
  )
}

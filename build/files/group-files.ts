import { fileURLToPath } from 'node:url'

const mainFile = fileURLToPath(new URL('../../src/main.tsx', import.meta.url))

interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[]
    readonly dynamicallyImportedIds: readonly string[]
  } | null
}

/** What loads beside the first file, and without which no list is shown. */
const withTheList = [
  'src/shell/account/open-account.ts',
  'src/cache/policies/with-tags-before.ts',
  'src/cache/undo/undo.ts',
  'src/cache/undo/undo-storage.ts',
  'src/cache/edits/all-edits.ts',
  'src/network/data/data-network.ts',
  'src/network/data/watch-calls.ts',
  'src/network/online-hint.ts',
  'src/offline/sync/track-calls.ts',
  'src/list/list-screen.tsx',
  'src/list/no-list-screen.tsx',
  'src/features/news/looked-at.ts',
]

/**
 * What both of these need comes with the first file: no public page loads the lists for an icon that both show, nor a
 * list the public pages for a message; and what devices keep needs nothing of what they do not (build/files/never-kept.ts).
 */
const between = new Set([
  'app public',
  'public tools',
  'app mailed',
  'mailed tools',
  'mailed rooms',
  'app reading',
  'reading tools',
  'reading rooms',
])

/**
 * Few files: on a slow line, and through the worker, each file costs a way there and back. One holds all that a
 * signed-in list needs, one what is opened from there, one the public pages; what else loads late (large
 * libraries, the desk) stays apart (docs/decisions/018-few-files.md).
 */
export function groupFiles() {
  const groups = [
    { name: 'start', root: /\/src\/main\.tsx$/ },
    { name: 'app', root: { test: (id: string) => withTheList.some(file => id.endsWith(file)) } },
    // Before the forms that ask for it: its dictionary is half of all there is.
    { name: 'password-strength', root: /\/src\/parts\/account\/password-strength\.ts$/ },
    {
      name: 'public',
      root: /\/src\/(site\/(landing|inspect)|sign-in\/login\b)/,
    },
    { name: 'reading', root: /\/src\/site\/(about|blog|post|privacy)/ },
    {
      name: 'mailed',
      root: /\/src\/(site\/contact|sign-in\/|invite\/|network\/(contact|session\/(mailed-calls|invitations))\.ts$)/,
    },
    // Of no use to whoever it is shown to without a network: the link in it leads to the server.
    { name: 'qr-picture', root: /\/src\/ui\/qr-picture\.tsx$/ },
    { name: 'tools', root: /\/src\/(ui|list|features|shell)\// },
    {
      name: 'rooms',
      root: /\/src\/(account\/(?!own-account|leaving\/delete)|preferences\/(?!notices)|(feedback|friends|overview|ready)\/)/,
    },
    {
      name: 'own-account',
      root: /\/src\/(account\/(own-account|leaving\/delete-screen)|preferences\/notices|network\/session\/(devices|passkeys|ways-in))\.ts/,
    },
    { name: 'passkeys', root: /\/@simplewebauthn\/browser\// },
    { name: 'desk', root: /\/src\/admin\// },
    { name: 'stub', root: /\/src\/stub\// },
  ]
  const isBetween = (one: string | undefined, other: string) => between.has(`${one} ${other}`)
  let chosen: Map<string, string> | undefined

  function choose(entry: string, graph: ModuleGraph): Map<string, string> {
    const lateFiles = new Set<string>([entry])
    for (const id of lateFiles) {
      const statics = reach([id], graph)
      for (const each of statics) {
        for (const late of graph.getModuleInfo(each)?.dynamicallyImportedIds ?? [])
          lateFiles.add(late)
      }
    }
    const missing = withTheList.filter(file => ![...lateFiles].some(id => id.endsWith(file)))
    if (missing.length > 0) throw new Error(`Not loaded by the app: ${missing.join(', ')}.`)
    const names = new Map<string, string>()
    for (const { name, root } of groups) {
      const roots = [...lateFiles].filter(id => root.test(id))
      if (roots.length === 0) throw new Error(`No file is in the group ${name}.`)
      for (const id of reach(roots, graph)) {
        if (!names.has(id)) names.set(id, name)
        else if (isBetween(names.get(id), name)) names.set(id, 'start')
      }
    }
    return names
  }

  function reach(roots: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
    const reached = new Set(roots)
    for (const id of reached) {
      for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
    }
    return reached
  }

  return (id: string, graph: ModuleGraph): string | null => {
    chosen ??= choose(mainFile, graph)
    return chosen.get(id) ?? null
  }
}

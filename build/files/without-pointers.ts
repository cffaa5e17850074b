import type { Plugin } from 'vite'

/**
 * A module that loads late and lies in a group gets a file of its own that only points at the group's: whoever
 * imports it is led there at once instead, which saves a request each.
 */
export function withoutPointers(): Plugin {
  return {
    name: 'aisle-without-pointers',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const pointers = new Map<string, string>()
      for (const { fileName, code, isEntry } of chunks) {
        const pointer = /^export\{([^}]*)\}from"\.\/([^"]+)";?\s*$/.exec(code)
        if (isEntry || !pointer) continue
        const [, names = '', target = ''] = pointer
        const members = names.split(',').map(name => {
          const [inner = '', outer = inner] = name.split(' as ')
          return `${outer}:m.${inner}`
        })
        pointers.set(
          fileName.replace(/^.*\//, ''),
          `import("./${target}").then(m=>({${members.join(',')}}))`,
        )
        delete bundle[fileName]
      }
      for (const chunk of chunks) {
        chunk.code = chunk.code.replace(
          /import\(([`"'])\.\/([^`"']+)\1\)/g,
          (whole, _quote, file: string) => pointers.get(file) ?? whole,
        )
      }
    },
  }
}

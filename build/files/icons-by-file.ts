import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Icons by their own files: through the one that names them all, each would lie in the file that every page
 * loads, whoever shows it. What draws one does what is asked of it here, and no more.
 */
export function iconsByFile(): Plugin {
  const folder = fileURLToPath(new URL('../../node_modules/lucide-react/dist/esm', import.meta.url))
  const files = new Map<string, string>()
  return {
    name: 'aisle-icons-by-file',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      const all = readFileSync(`${folder}/lucide-react.mjs`, 'utf8')
      for (const [, names = '', file = ''] of all.matchAll(
        /^export \{(.*)\} from '\.(\/icons\/.*)'/gm,
      ))
        for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
    },
    resolveId: (id, from) =>
      /createLucideIcon\.mjs$/.test(id) && /lucide-react.*icons/.test(from ?? '')
        ? '\0lucide'
        : undefined,
    load: id => (id === '\0lucide' ? drawIcon : undefined),
    transform: {
      filter: { id: /[\\/]src[\\/].*\.tsx$/, code: /lucide-react/ },
      handler(code) {
        const direct = code.replace(
          /^import \{([^}]*)\} from 'lucide-react'/gm,
          (_whole, names: string) =>
            names
              .split(',')
              .map(name => name.trim())
              .filter(name => name !== '')
              .map(name => {
                const [icon = '', as = icon] = name.split(' as ')
                const file = files.get(icon) ?? this.error(`There is no icon ${icon}.`)
                return `import ${as} from '${folder}${file}'`
              })
              .join('; '),
        )
        return { code: direct, map: null }
      },
    },
  }
}

/** As lucide-react draws them, without its context, titles and strokes that do not grow. */
const drawIcon = `import { createElement } from 'react'; export default ({ name, node }) => ({ size = 24, className = '', ...rest }) =>
  createElement('svg', {
    xmlns: 'http://www.w3.org/2000/svg',
    width: size,
    height: size,
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    className: 'lucide lucide-' + name + ' ' + className,
    ...rest,
  }, node.map(([tag, attributes]) => createElement(tag, attributes)))
`

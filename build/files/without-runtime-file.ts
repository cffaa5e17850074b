import type { Plugin } from 'vite'

/** The bundler's own few lines would be a file of their own, too: the one that every page loads takes them in. */
export function withoutRuntimeFile(): Plugin {
  return {
    name: 'aisle-without-runtime-file',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
      const start = chunks.find(({ name }) => name === 'start')
      const [, body, names] = /^([\s\S]*)export\s*\{([^}]*)\};?\s*$/.exec(runtime?.code ?? '') ?? []
      if (!runtime || !start || body === undefined || names === undefined)
        this.error('The bundler has no runtime file, or another one: look again.')
      const members = names.split(',').map(name => name.split(' as ').toReversed().join(':'))
      const fileOf = (path: string) => path.replace(/^.*\//, '')
      const importing = new RegExp(
        `import\\s*\\{([^}]*)\\}\\s*from\\s*"\\./${fileOf(runtime.fileName)}";`,
      )
      // Named before they imported the start: under the same name the next version would find the last one's
      // file in a cache, and with it the start of the last version, which would draw the app a second time.
      const renamed = new Map<string, string>()
      const startFile = fileOf(start.fileName)
      for (const chunk of chunks) {
        if (chunk !== start && importing.test(chunk.code) && !chunk.code.includes(startFile)) {
          const file = fileOf(chunk.fileName)
          renamed.set(file, file.replace(/\.js$/, startFile.replace(/^start/, '')))
        }
        chunk.code = chunk.code.replace(importing, (_whole, wanted: string) => {
          const taken = `var{${wanted.replaceAll(' as ', ':')}}=aisleRuntime;`
          return chunk === start
            ? `export var aisleRuntime=(()=>{${body}return{${members}}})();${taken}`
            : `import{aisleRuntime}from"./${fileOf(start.fileName)}";${taken}`
        })
      }
      delete bundle[runtime.fileName]
      for (const chunk of chunks) {
        for (const [file, name] of renamed) chunk.code = chunk.code.replaceAll(file, name)
        const name = renamed.get(fileOf(chunk.fileName))
        if (name === undefined) continue
        delete bundle[chunk.fileName]
        const fileName = chunk.fileName.replace(fileOf(chunk.fileName), name)
        this.emitFile({ type: 'asset', fileName, source: chunk.code })
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: html => html.replace(/<script [^>]*rolldown-runtime[^>]*><\/script>\s*/, ''),
    },
  }
}

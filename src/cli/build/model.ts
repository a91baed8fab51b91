import { runnerImport, type Plugin } from 'vite'
import type { Declared } from './modelEntry.ts'

const NAME = 'virtual:model'
const RESOLVED = `\0${NAME}`

/**
 * Serves `virtual:model`: the compiled model as data, so that no schema and no Zod reaches the browser.
 * Wrong declarations stop a build, and in the dev server stand in the terminal and the overlay, all at once.
 * A saved schema reloads the page.
 *
 * @param root Absolute path of the repository.
 */
export function modelPlugin(root: string): Plugin {
  let sources = new Set<string>()
  return {
    name: 'model',
    resolveId: { filter: { id: /^virtual:model$/ }, handler: () => RESOLVED },
    load: {
      filter: { id: /^\0virtual:model$/ },
      async handler() {
        const { module, dependencies } = await runnerImport<{ declared: () => Declared }>(`${root}/src/cli/build/modelEntry.ts`, { root, configFile: false, logLevel: 'error' })
        sources = new Set(dependencies.map((file) => (file.startsWith('/') || /^[A-Z]:/i.test(file) ? file : `${root}/${file}`)))
        for (const file of sources) this.addWatchFile(file)
        const { model, errors, warnings } = module.declared()
        if (warnings) this.warn(warnings)
        if (errors) this.error(`The schemas have problems:\n${errors}`)
        // JSON.parse of a string is read faster by browsers than the same object literal.
        return { code: `import { expand } from '#model/compact.ts'\nexport default expand(JSON.parse(${JSON.stringify(JSON.stringify(model))}))`, map: null }
      },
    },
    hotUpdate({ file, timestamp }) {
      const module = this.environment.moduleGraph.getModuleById(RESOLVED)
      if (!module || !(sources.has(file) || file.startsWith(`${root}/schemas/`))) return
      this.environment.moduleGraph.invalidateModule(module, new Set(), timestamp, true)
      if (this.environment.name === 'client') this.environment.hot.send({ type: 'full-reload', path: '*' })
      return []
    },
  }
}

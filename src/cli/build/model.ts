import { createServerModuleRunner, runnerImport, type Plugin, type ViteDevServer } from 'vite'
import type { Declared } from './modelEntry.ts'

const MODEL = '\0virtual:model'
/** Modules with what else is read; each is named as its member of `Declared`. */
const PARTS = ['layouts', 'inputs', 'hints', 'tenantWords'].map((name) => `\0virtual:${name}`)

type Entry = { declared: () => Declared }

/**
 * Serves `virtual:model`: the compiled model as data, so that no schema and no Zod reaches the
 * browser; `virtual:layouts`, which the pages of records load; `virtual:inputs`, which the dialogs of
 * actions load; `virtual:hints` for inputs; and `virtual:tenantWords` for people of a tenant. Schema
 * errors fail a build. In the dev server they appear together in the terminal and in an overlay over
 * the last working page until they are fixed; a saved schema is applied to the open page
 * (`src/engine/resource.ts`).
 *
 * @param root Absolute path of the repository.
 */
export function modelPlugin(root: string): Plugin {
  const entry = `${root}/src/cli/build/modelEntry.ts`
  let dev: ViteDevServer | undefined
  /** Declarations read when a schema was saved, reused by the page's next request. */
  let saved: Promise<Declared> | undefined

  /**
   * Reads the schemas as they are on disk, through the dev server where there is one, since it
   * transforms only what changed.
   */
  const read = async (): Promise<Declared> => {
    if (!dev) {
      return (
        await runnerImport<Entry>(entry, { root, configFile: false, logLevel: 'error' })
      ).module.declared()
    }
    const runner = createServerModuleRunner(dev.environments.ssr, { hmr: false })
    try {
      return ((await runner.import(entry)) as Entry).declared()
    } finally {
      await runner.close()
    }
  }
  const wrong = (errors: string): string => `The schemas have problems:\n${errors}`

  return {
    name: 'model',
    configureServer(server) {
      // vitest creates a server too, but only for tests.
      if (!process.env.VITEST) dev = server
    },
    resolveId: {
      filter: { id: /^virtual:(?:model|layouts|inputs|hints|tenantWords)$/ },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: /^\0virtual:(?:model|layouts|inputs|hints|tenantWords)$/ },
      async handler(id) {
        const { model, errors, warnings, ...parts } = await (saved ?? read())
        if (warnings && id === MODEL) this.warn(warnings)
        if (errors) this.error(wrong(errors))
        if (id !== MODEL) {
          const part = parts[id.replace(/^.*:/, '') as keyof typeof parts]
          return { code: `export default ${JSON.stringify(part)}`, map: null }
        }
        // Browsers parse a string passed to JSON.parse faster than the same object literal.
        return {
          code: `import { expand } from '#model/compact.ts'\nexport default expand(JSON.parse(${JSON.stringify(JSON.stringify(model))}))`,
          map: null,
        }
      },
    },
    async hotUpdate({ file, modules, timestamp }) {
      if (
        !(file.startsWith(`${root}/schemas/`) || file.startsWith(`${root}/src/model/`)) ||
        /\.test\.tsx?$|\.json$/.test(file)
      ) {
        return
      }
      if (this.environment.name !== 'client' || !dev) return []
      const { hot, moduleGraph } = this.environment
      // Forms load the schemas themselves for their validation.
      for (const module of modules) moduleGraph.invalidateModule(module, new Set(), timestamp, true)
      dev.environments.ssr.moduleGraph.onFileChange(file)
      saved = read()
      const errors = await saved.then(
        (found) => found.errors && wrong(found.errors),
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      // The model last: it renders the page again.
      const mine = [...PARTS, MODEL].map((id) => moduleGraph.getModuleById(id))
      if (!errors) return mine.filter((module) => module !== undefined)
      dev.config.logger.error(errors, { timestamp: true })
      hot.send({ type: 'error', err: { message: errors, stack: '', plugin: 'schemas', id: file } })
      return []
    },
  }
}

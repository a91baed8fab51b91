import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

interface Texts {
  readonly [name: string]: string | Texts
}
const flat = (texts: Texts, at: string): [string, string][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string'
      ? [[at + name, text] as [string, string]]
      : flat(text, `${at}${name}.`),
  )

/** Part of the catalogue that every page loads with the application. */
const ALWAYS = 'common'

/** English texts by full key, without the part that is always loaded. */
export const englishTexts = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((f) => f.endsWith('.json'))
      .flatMap((f) => {
        const part = f.slice(0, -'.json'.length)
        return part === ALWAYS
          ? []
          : flat(JSON.parse(readFileSync(path.join(folder, f), 'utf8')) as Texts, `${part}.`)
      }),
  )

/**
 * Texts a module uses: by full key (`'form.save'`, with its plural forms), or by the prefix of a
 * key that is completed at run time (`` `list.op.${op}` ``).
 */
export const textsNamedIn = (
  code: string,
  texts: ReadonlyMap<string, string>,
): [string, string][] => {
  const parts = [...new Set([...texts.keys()].map((key) => key.split('.')[0]))]
  const named = new Map<string, string>()
  // Never a whole part: `list.${collection}` is the name of a preference.
  for (const [, key = ''] of code.matchAll(
    new RegExp(`['"\`]((?:${parts.join('|')})\\.\\w[\\w.]*)`, 'g'),
  )) {
    const forms = [...texts].filter(
      ([name]) =>
        name === key || (name.startsWith(`${key}_`) && !name.slice(key.length + 1).includes('_')),
    )
    for (const [name, text] of forms.length
      ? forms
      : [...texts].filter(([n]) => n.startsWith(key))) {
      named.set(name, text)
    }
  }
  return [...named]
}

/**
 * A call whose key is made at run time, alone or after the name of a part: nothing says which texts
 * of the part its module needs.
 */
export const isUnnamed = (code: string): boolean => /\bt\(\s*`(?:\w+\.)?\$\{/.test(code)

/**
 * Ships English texts with the code that uses them: each module of `src` registers its texts when
 * it loads, so a screen's texts are in the screen's chunk and not in the first load.
 *
 * @param root Absolute path of the repository.
 */
export function textsPlugin(root: string): Plugin {
  const folder = path.join(root, 'src/ui/locales/en')
  let texts: ReadonlyMap<string, string> | undefined
  return {
    name: 'texts',
    buildStart() {
      texts = undefined
    },
    transform: {
      filter: { id: /\/src\/(?:app|engine|screens|ui)\/[^?]*\.tsx?$/ },
      handler(code) {
        if (isUnnamed(code)) {
          this.error('Write out the key of a text, or more of it than the name of its part')
        }
        texts ??= englishTexts(folder)
        const own = textsNamedIn(code, texts)
        if (!own.length) return null
        return {
          code: `${code}\nimport { addTexts as __addTexts } from '#ui/i18n.ts'\n__addTexts(${JSON.stringify(Object.fromEntries(own))})\n`,
          map: null,
        }
      },
    },
    hotUpdate({ file }) {
      if (!file.startsWith(folder)) return
      texts = undefined
      this.environment.moduleGraph.invalidateAll()
      if (this.environment.name === 'client') {
        this.environment.hot.send({ type: 'full-reload', path: '*' })
      }
      return []
    },
  }
}

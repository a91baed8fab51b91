import type { Plugin } from 'postcss'

const SHEET = /\/(?:Input|global)\.layer\.css$/
/** Variants, sizes and parts of Mantine's inputs, and helpers, that no screen uses. */
const UNUSED =
  /(?<!:not\()\[data-(?:variant='(?:filled|unstyled)'|size='(?:md|lg|xl)'|success|with-bottom-section|monospace)\]|\.m_(?:93f4ed57|9d9d40e0)|\.mantine-(?:focus-never|light-hidden|dark-hidden)/

/** PostCSS: drops what no screen uses from Mantine's sheets, which every page loads. */
export const unusedInputs: Plugin = {
  postcssPlugin: 'unused-inputs',
  Once(sheet) {
    sheet.walkRules((rule) => {
      if (!SHEET.test(rule.source?.input.file ?? '')) return
      const used = rule.selectors.filter((selector) => !UNUSED.test(selector))
      if (used.length === 0) rule.remove()
      else if (used.length < rule.selectors.length) rule.selectors = used
    })
  },
}

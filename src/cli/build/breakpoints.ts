import type { Plugin } from 'postcss'

/** Minimum width of each size in px, at 16 px per em: the product's 0, 600, 900, 1200, 1536. */
export const breakpoints = { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } as const

const ems = (name: string) => `${(breakpoints[name as keyof typeof breakpoints] ?? 0) / 16}em`
const fill = (text: string) =>
  text.replace(/\$mantine-breakpoint-(xs|sm|md|lg|xl)\b/g, (_all, name: string) => ems(name))

/**
 * PostCSS: replaces `$mantine-breakpoint-md` in media queries and declarations by its width in em.
 */
export const breakpointVariables: Plugin = {
  postcssPlugin: 'breakpoint-variables',
  Once(sheet) {
    sheet.walkAtRules((rule) => {
      if (rule.params.includes('$mantine-')) rule.params = fill(rule.params)
    })
    sheet.walkDecls((decl) => {
      if (decl.value.includes('$mantine-')) decl.value = fill(decl.value)
    })
  },
}

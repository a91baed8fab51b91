import type { Plugin } from 'vite'

/**
 * Fills in the page for the dev server what the real server puts there: the public configuration. `npm run dev` passes it
 * as JSON in `APP_CONFIG`; without it the page has the defaults.
 */
export function developmentConfig(): Plugin {
  return {
    name: 'development-config',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('<!--app-config-->', () => `<script>window.__APP_CONFIG__=${(process.env.APP_CONFIG ?? '{}').replace(/</g, '\\u003c')}</script>`),
    },
  }
}

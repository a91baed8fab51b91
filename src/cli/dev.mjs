// `npm run dev` without a TypeScript loader, which would slow down loading every package; see
// lib/bundle.mjs.
import { load } from './lib/bundle.mjs'

// Vite assumes production where NODE_ENV is not set.
process.env.NODE_ENV ??= 'development'
await load('src/cli/dev.ts', 'start')

import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config'
import type { BaseSequencer } from 'vitest/node'
import { breakpointVariables } from './src/cli/build/breakpoints.ts'
import { developmentServer } from './src/cli/build/development.ts'
import { iconsPlugin } from './src/cli/build/icons.ts'
import { modelPlugin } from './src/cli/build/model.ts'
import { textsPlugin } from './src/cli/build/texts.ts'
import { unusedInputs } from './src/cli/build/unusedInputs.ts'

const root = path.dirname(fileURLToPath(import.meta.url))
const at = (place: string) => path.join(root, place)

/**
 * What the first list loads is in two files instead of forty, a form in three more, and the page
 * of a record in three: brotli finds more to repeat in them, and each file costs its headers and a
 * millisecond of the page's. `base` is what every address loads, with the buttons; `list` the shell
 * and the list page with what only they need. `fields` are plain inputs, `record` is what forms and
 * records share, so that neither brings `form`; `mantine` is what notifications and lists that open
 * share. Other inputs come with their fields: `choices` from a list that opens (`lists` is
 * Mantine's part of it, `parts` what that shares with notifications), `dates`, and the rest in
 * `inputs`. `bell` comes a few seconds after any page. `detail` is the page of a record, and draws
 * values on other screens; `timeline` is what it loads once that comes into view, `tags`, `sums` and
 * `named` (icons) what only some records have, `customer` and `delivery` the panels of a customer
 * and of a notification. What these share with other screens is apart (`common`, `icons` and the
 * small ones), so that those do not bring the page of a record along. Priorities are not negative;
 * the higher one takes what both need.
 */
const chunks = [
  {
    name: 'base',
    test: /^\0(?:vite|rolldown)\/|index\.html|\/src\/(?:app\/main\.tsx|ui\/(?:Button\.tsx|text\.module\.css))$|\/node_modules\/(?:react|react-dom|scheduler|react-i18next)\//,
    priority: 6,
  },
  { name: 'list', test: /\/src\/(?:app\/Shell|engine\/list\/ListPage)\.tsx$/, priority: 5 },
  {
    name: 'mantine',
    test: /\/@mantine\/core\/esm\/(?:core\/(?:Box|factory|styles-api)|components\/(?:Input|InputBase))\//,
    priority: 4,
  },
  { name: 'fields', test: /\/src\/ui\/(?:TextInput|Textarea|SelectField)\.tsx$/, priority: 4 },
  {
    name: 'record',
    test: /\/src\/(?:data\/writes|engine\/(?:approvals\/requested|changes\/report)|ui\/keepPress)\.tsx?$/,
    priority: 4,
  },
  {
    name: 'common',
    test: /\/src\/engine\/(?:quiet|recent|actionBar|actionLabel|approvals\/useApprovalsLive|list\/layouts\/(?:days|under)|detail\/(?:layout|parts|shareTexts))\.tsx?$|\/icons\/Icon(?:ChevronUp|Dots|Pencil)\.mjs|\/ui\/useMedia\.ts|\/define\/(?:revealKey|noteKey)\.ts|\/useInfiniteQuery\.js$|\/src\/data\/reminders\.ts$/,
    priority: 4,
  },
  {
    name: 'icons',
    test: /\/icons\/Icon(?:Clock|Copy|Eye|EyeOff|History|Mail|Trash)\.mjs/,
    priority: 4,
  },
  { name: 'markdown', test: /\/src\/ui\/Markdown\.tsx$/, priority: 4 },
  {
    name: 'parts',
    test: /\/@mantine\/(?:core\/esm\/(?:components\/Portal|core\/utils\/(?:noop|create-safe-context))|hooks\/esm\/use-(?:merged-ref|uncontrolled))\//,
    priority: 4,
  },
  { name: 'named', test: /\/src\/ui\/recordIcons\.tsx$/, priority: 2 },
  {
    name: 'delivery',
    test: /\/src\/screens\/compose\/(?:Delivered|Reach|data)\.tsx?$/,
    priority: 1,
  },
  { name: 'review', test: /\/icons\/IconUserCheck\.mjs/, priority: 4 },
  {
    name: 'shared',
    test: /\/src\/(?:engine\/list\/layouts\/useNights|screens\/shared\/(?:links|useRefreshed))\.ts$/,
    priority: 4,
  },
  {
    name: 'tags',
    test: /\/src\/engine\/tags\/(?:TagLine|TagList)\.tsx$|\/define\/tagForm\.ts/,
    priority: 4,
  },
  {
    name: 'sums',
    test: /\/src\/(?:engine\/fields\/(?:Sums|SummedRows)\.tsx|model\/charge\.ts)$/,
    priority: 4,
  },
  {
    name: 'form',
    test: /\/src\/engine\/form\/(?:CreatePage|RecordForm|prepareInputs)\.tsx?$/,
    priority: 3,
  },
  {
    name: 'lists',
    test: /\/@mantine\/core\/esm\/components\/(?:Autocomplete|MultiSelect|Select|TagsInput)\//,
    priority: 2,
  },
  {
    name: 'choices',
    test: /\/src\/engine\/fields\/inputs\/(?:references|standardLists)\.tsx$/,
    priority: 1,
  },
  {
    name: 'dates',
    test: /\/src\/engine\/fields\/(?:inputs\/dates|dates\/range)\.tsx?$/,
    priority: 1,
  },
  {
    name: 'inputs',
    test: /\/src\/engine\/(?:fields\/inputs\/files|kinds\/(?:markdown\/markdown|rating\/RatingInput))\.tsx$/,
    priority: 1,
  },
  {
    name: 'bell',
    test: /\/src\/(?:screens\/notices\/Bell|engine\/approvals\/ReviewCount)\.tsx$/,
    priority: 1,
  },
  { name: 'presence', test: /\/src\/engine\/presence\/OthersHere\.tsx$/, priority: 3 },
  {
    name: 'detail',
    test: /\/src\/(?:engine\/detail\/(?:DetailPage|Summary|Strip|RecordSections|declared|useFollowed|RelatedCount)|engine\/fields\/FieldValue|app\/detailPanels|screens\/hotelOccupancy\/height)\.tsx?$/,
    priority: 3,
  },
  { name: 'titles', test: /\/src\/screens\/shared\/(?:titles|money)\.ts$/, priority: 4 },
  {
    name: 'customer',
    test: /\/src\/screens\/customer360\/(?:Overview|Timeline)\.tsx$/,
    priority: 1,
  },
  {
    name: 'timeline',
    test: /\/src\/engine\/detail\/timeline\/Timeline\.tsx$/,
    priority: 1,
  },
]

/**
 * Names of the browser's files. The first script names all others, so each character of their
 * hashes counts three hundred times.
 */
const names = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
}

/**
 * The browser application, to `dist/web`. The server puts nonce and configuration into its page.
 */
const web: ViteUserConfig = {
  plugins: [react(), iconsPlugin(), modelPlugin(root), textsPlugin(root), developmentServer(root)],
  resolve: {
    alias: [
      // The same hook on React's own store, without the copy of it for versions of React before 18.
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
      { find: /^\.{1,2}\/use-id\/use-id\.mjs$/, replacement: at('src/ui/mantineId.ts') },
    ],
  },
  css: { postcss: { plugins: [breakpointVariables, unusedInputs, mantine()] } },
  html: { cspNonce: '%NONCE%' },
  build: {
    outDir: at('dist/web'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((f) => f.endsWith('.css')) : files,
    },
    rolldownOptions: { output: { ...names, codeSplitting: { groups: chunks } } },
  },
}

/** One classic script at the site root: a service worker may not be a module everywhere. */
const push: ViteUserConfig = {
  publicDir: false,
  build: {
    outDir: at('dist/web'),
    emptyOutDir: false,
    target: 'es2022',
    reportCompressedSize: false,
    lib: {
      entry: at('src/push/worker.ts'),
      formats: ['iife'],
      name: 'pushWorker',
      fileName: () => 'firebase-messaging-sw.js',
    },
  },
}

/**
 * The server, to `dist/server/server.js`; packages stay in `node_modules`. Chunks lie flat, so that
 * files beside them are found by `import.meta.url`.
 */
const server: ViteUserConfig = {
  publicDir: false,
  plugins: [modelPlugin(root)],
  ssr: { external: true, target: 'node' },
  build: {
    ssr: true,
    outDir: at('dist/server'),
    emptyOutDir: true,
    target: 'node20',
    reportCompressedSize: false,
    sourcemap: true,
    rolldownOptions: {
      input: { server: at('src/server/main.ts') },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
}

/**
 * Each file of journeys has a product of its own, which with a browser keeps little more than half
 * a core busy and takes about two gigabytes: the rest of its time it waits. Three of them keep two
 * cores busy.
 */
const journeyWorkers = Math.max(
  1,
  Math.min(Math.ceil(os.availableParallelism() * 1.5), 3, Math.floor(os.totalmem() / 3e9)),
)

/**
 * Files that speak with the database wait for it up to half of their time, so that half as many
 * workers again as cores keep all cores busy, as far as memory goes: the largest take a gigabyte
 * each.
 */
const unitWorkers = Math.max(
  1,
  Math.min(Math.ceil(os.availableParallelism() * 1.5), Math.floor(os.totalmem() / 1.5e9)),
)

// Times are no checks of ours: the limits only end what hangs, also on a machine that does other
// things meanwhile.
const unit = {
  environment: 'node',
  globalSetup: ['tests/support/postgres.ts'],
  setupFiles: ['tests/support/setup.ts'],
  // Young objects die in four times the usual room, instead of being copied: a tenth of the CPU
  // time of screens.
  execArgv: ['--max-semi-space-size=64'],
  testTimeout: process.env.LONG ? 1_200_000 : 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 20_000 } },
}

/**
 * `shared` are files of the project `unit` that a project of their own, `together`, runs in shared
 * processes: only for `npm test`, so that a single file is found in `unit`.
 */
const projects = (shared: readonly string[]): ViteUserConfig['test'] => ({
  maxWorkers: unitWorkers,
  projects: [
    {
      extends: true,
      test: {
        name: 'unit',
        ...unit,
        include: [
          'src/**/*.test.{ts,tsx}',
          'schemas/**/*.test.ts',
          'tests/*.test.{ts,tsx}',
          'tests/{api,docs,suites}/**/*.test.{ts,tsx}',
        ],
        exclude: [...configDefaults.exclude, ...shared],
      },
    },
    ...(shared.length
      ? [
          {
            extends: true as const,
            test: { name: 'together', ...unit, include: [...shared], isolate: false },
          },
        ]
      : []),
    {
      extends: true,
      test: {
        name: 'journeys',
        environment: 'node',
        include: ['tests/journeys/**/*.test.ts'],
        globalSetup: ['tests/support/postgres.ts', 'tests/support/journeyTemplate.ts'],
        maxWorkers: journeyWorkers,
        // Files share a browser and the code they import; each has its own product.
        isolate: false,
        testTimeout: 180_000,
        hookTimeout: 180_000,
      },
    },
    {
      extends: true,
      test: {
        name: 'firebase',
        environment: 'node',
        include: ['tests/firebase/*.test.ts'],
        globalSetup: [
          'tests/firebase/support/setup.ts',
          'tests/support/postgres.ts',
          'tests/support/journeyTemplate.ts',
        ],
        fileParallelism: false,
        isolate: false,
        testTimeout: 180_000,
        hookTimeout: 180_000,
        expect: { poll: { timeout: 30_000 } },
      },
    },
  ],
})

const load = (support: string): Promise<unknown> =>
  import(pathToFileURL(at(path.join('tests/support', support))).href)

/**
 * Only the tests have what orders them, and it brings all of vitest along: the bundler of
 * configurations must not follow it.
 */
const ordered = async (): Promise<ViteUserConfig['test']> => {
  const { LongestFirst } = (await load('longestFirst.mjs')) as {
    LongestFirst: typeof BaseSequencer
  }
  const { together } = (await load('together.mjs')) as { together: () => string[] }
  return {
    ...projects(process.argv.includes('together') ? together() : []),
    sequence: { sequencer: LongestFirst },
  }
}

export default defineConfig(async ({ mode }) => {
  if (mode === 'server') return server
  if (mode === 'push') return push
  return { ...web, ...(mode === 'test' ? { test: await ordered() } : {}) }
})

import { own } from '#schemas/define/own.ts'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { fileStream } from '../base/fileStream.ts'
import { newNonce } from '../web/nonce.ts'
import type { Ctx } from '../web/context.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const
// The build puts a hash into these names, so their content never changes.
const hashed = /^\/assets\/[^\s]*-[\w-]{7}\.\w{1,10}$/
const code = /^\/assets\/.+\.(js|css)$/
const worker = '/firebase-messaging-sw.js'
const hidden = /\/(\.|%2e)/i

/** JSON that is safe inside a `<script>`: it cannot end the element or a line. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/>/g, '\\u003e')
    .replace(/&/g, '\\u0026')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')

/** Inserts this request's nonce and the public configuration into the page. */
export const renderPage = (template: string, nonce: string, config: unknown): string =>
  template
    .replaceAll('%NONCE%', () => nonce)
    .replace(
      '<!--app-config-->',
      () => `<script nonce="${nonce}">window.__APP_CONFIG__=${scriptJson(config)}</script>`,
    )

/** Returns a file below the root, or undefined: never one outside it, never a hidden one. */
const inside = async (
  root: string,
  path: string,
): Promise<{ file: string; size: number } | undefined> => {
  let name: string
  try {
    name = decodeURIComponent(path)
  } catch {
    return undefined
  }
  const file = normalize(join(root, name))
  if (
    !file.startsWith(root + sep) ||
    name.includes('\0') ||
    name.split('/').some((part) => part.startsWith('.'))
  ) {
    return undefined
  }
  const found = await stat(file).catch(() => undefined)
  return found?.isFile() ? { file, size: found.size } : undefined
}

const accepts = (c: Ctx, encoding: string): boolean =>
  (c.req.header('accept-encoding') ?? '').split(',').some((part) => {
    const [name, q] = part.trim().split(';q=')
    return name === encoding && q !== '0'
  })

/** Settings of the built browser app. */
export interface StaticSettings {
  /** Folder of the build, without a trailing slash. */
  readonly root: string
  /** The public configuration, inlined into the page. */
  readonly publicConfig: unknown
}

/**
 * Serves the built browser app: static files (precompressed by the build if possible), hashed ones
 * cached permanently, and the page itself for any other path a browser navigates to. Returns
 * undefined when neither fits.
 */
export const serveApp = (settings: StaticSettings): ((c: Ctx) => Promise<Response | undefined>) => {
  const page = async (c: Ctx): Promise<Response | undefined> => {
    const template = await readFile(join(settings.root, 'index.html'), 'utf8').catch(
      () => undefined,
    )
    if (template === undefined) return undefined
    const nonce = newNonce()
    c.set('responseKind', { page: true, nonce })
    return c.html(renderPage(template, nonce, settings.publicConfig), 200, {
      'Cache-Control': 'no-store',
    })
  }

  const file = async (c: Ctx, path: string): Promise<Response | undefined> => {
    const plain = await inside(settings.root, path)
    if (!plain || extname(plain.file) === '.br' || extname(plain.file) === '.gz') return undefined
    const headers: Record<string, string> = {
      'Content-Type': own(types, extname(plain.file)) ?? 'application/octet-stream',
      'Cache-Control': hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      Vary: 'Accept-Encoding',
      ...(path === worker ? { 'Service-Worker-Allowed': '/' } : {}),
    }
    if (code.test(path)) c.set('responseKind', 'code')
    for (const [encoding, suffix] of encodings) {
      if (!accepts(c, encoding)) continue
      const packed = await stat(plain.file + suffix).catch(() => undefined)
      if (packed?.isFile()) {
        return stream(c, plain.file + suffix, {
          ...headers,
          'Content-Encoding': encoding,
          'Content-Length': String(packed.size),
        })
      }
    }
    return stream(c, plain.file, { ...headers, 'Content-Length': String(plain.size) })
  }

  return async (c) => {
    const { path } = c.req
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return undefined
    if (path !== '/' && path !== '/index.html') {
      const found = await file(c, path)
      if (found) return found
      // Navigating to `/old.php` opens the page too, which shows "not found"; a missing subresource
      // does not get the page.
      const accept = c.req.header('accept') ?? '*/*'
      const asked = accept.includes('text/html') || (extname(path) === '' && accept.includes('*/*'))
      if (!asked || path === worker || path.startsWith('/assets/') || hidden.test(path)) {
        return undefined
      }
    }
    return page(c)
  }
}

const stream = (c: Ctx, file: string, headers: Record<string, string>): Response =>
  c.req.method === 'HEAD' ? c.body(null, 200, headers) : c.body(fileStream(file), 200, headers)

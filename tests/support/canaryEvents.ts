/** Live events as a person of the canary world receives them. */
import { vi } from 'vitest'
import { listen } from '#tests/api/listening.ts'
import type { World } from './canaryWorld.ts'

/**
 * All changes after a position, up to a new change that everybody who lists facilities receives.
 */
export const eventsSince = async (
  world: Pick<World, 'app' | 'api' | 'call' | 'main'>,
  as: string,
  after: string,
): Promise<unknown[]> => {
  const stream = await listen({ app: world.app, tokens: world.api.tokens }, as, { after })
  const { id } = world.main('facility', 'A')
  const { version } = (await world.call('GET', `/api/facilities/${id}`)).body.data
  const moved = await world.call('PATCH', `/api/facilities/${id}`, {
    version,
    body: { position: (version % 9000) + 1 },
  })
  if (moved.status !== 200) throw new Error(moved.text)
  await vi.waitFor(
    () => {
      if (
        !stream
          .changes()
          .some((f) => f.data.id === id && f.data.version === moved.body.data.version)
      ) {
        throw new Error('The last change has not arrived.')
      }
    },
    { timeout: 30_000, interval: 20 },
  )
  await stream.stop()
  return stream.frames.filter((f) => f.event === 'change').map((f) => f.data)
}

import { existsSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer } from 'vitest/node'

const root = path.resolve(import.meta.dirname, '../..')

/** The files that take longest, in this order: begun last, one of them would keep a single core busy while the others have nothing left to do. */
const longest = [
  'tests/suites/permissions.fields.embedded.test.ts',
  'tests/suites/bookingsFile.test.ts',
  'tests/suites/permissions.fields.postgres.test.ts',
  'src/server/rules/demo/seed.test.ts',
  'src/server/database/embedded.test.ts',
  'tests/entity.test.ts',
  'src/server/accounts/accounts.test.ts',
  'tests/suites/wrongRequests.postgres.test.ts',
  'tests/suites/wrongRequests.embedded.test.ts',
  'tests/suites/permissions.canary.embedded.test.ts',
  'tests/suites/permissions.canary.postgres.test.ts',
  'tests/suites/permissions.test.ts',
  'tests/suites/screens/superAdmin.test.ts',
  'src/server/firebase/push.test.ts',
  'tests/api/wrongRequests.test.ts',
  'src/cli/schemaDiff.test.ts',
  'src/cli/seed.test.ts',
  'src/server/rules/demo/services.test.ts',
  'tests/suites/figuresOfBookings.test.ts',
  'src/server/figures/rollups/rollups.test.ts',
  'tests/suites/screens/manager.test.ts',
  'tests/suites/screens/support.test.ts',
  'tests/suites/screens/finance.test.ts',
  'tests/suites/screens/viewer.test.ts',
  'tests/suites/screens/vendorStaff.test.ts',
  'src/server/accounts/federated.test.ts',
  'tests/api/invitations.test.ts',
  'tests/suites/permissions.revocation.test.ts',
  'tests/journeys/import.test.ts',
  'tests/journeys/languages.test.ts',
  'tests/journeys/deeds.test.ts',
  'tests/journeys/axe.test.ts',
  'tests/journeys/cut.test.ts',
  'tests/journeys/routes.test.ts',
  'tests/journeys/push.test.ts',
  'tests/journeys/settings.test.ts',
  'tests/journeys/uploads.test.ts',
  'tests/journeys/keyboard.test.ts',
  'tests/journeys/notifications.test.ts',
  'tests/journeys/chatLong.test.ts',
  'tests/journeys/dev.test.ts',
]
const missing = longest.filter((file) => !existsSync(path.join(root, file)))
if (missing.length > 0) throw new Error(`There are no such tests: ${missing.join(', ')}`)
const places = new Map(longest.map((file, place) => [path.join(root, file), place]))
const place = (file) => places.get(file.moduleId) ?? longest.length

/** The usual order, with the longest files before all others. A script of Node's own, since the configuration loads it as it is. */
export class LongestFirst extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}

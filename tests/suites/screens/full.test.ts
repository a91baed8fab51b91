// Three roles per file: each file loads the whole application once, and both take about as long.
import '#tests/support/dom.ts'
import { describeScreens } from './suite.ts'

describeScreens('super-admin', { complete: true })
describeScreens('support agent')
describeScreens('vendor staff', { tenant: true })

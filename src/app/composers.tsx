/** Components that create records over the page; loaded with the first one that is opened. */
import type { CollectionName, PermissionKey } from '#schemas/names.ts'
import { OpenComposer } from '#engine/composer/OpenComposer.tsx'
import type { Composer, Composing } from '#engine/composers.ts'
import { bookingComposer } from '#screens/bookingComposer/bookingComposer.ts'

const composers: readonly Composer<CollectionName, PermissionKey>[] = [bookingComposer]

/** Shows the opened composer. */
const Opened = (props: Composing) => <OpenComposer composers={composers} {...props} />
export default Opened

import chat from './chat.json'
import common from './common.json'
import detail from './detail.json'
import exchange from './exchange.json'
import fields from './fields.json'
import form from './form.json'
import layouts from './layouts.json'
import list from './list.json'
import orders from './orders.json'
import pages from './pages.json'
import permission from './permission.json'
import problems from './problems.json'
import schema from './schema.json'
import presence from './presence.json'
import screens from './screens.json'
import settings from './settings.json'

/** The Arabic catalogue: the parts of the English one, `schema` for labels of the schemas and `problems` for sentences of the server, both by their English text. */
export default { chat, common, detail, exchange, fields, form, layouts, list, orders, pages, permission, presence, problems, schema, screens, settings }

import common from './common.json'
import detail from './detail.json'
import fields from './fields.json'
import form from './form.json'
import list from './list.json'
import schema from './schema.json'

/** The Portuguese catalogue: the parts of the English one, `schema` for labels of the schemas and `problems` for sentences of the server, both by their English text. */
export default { common, detail, fields, form, list, schema }

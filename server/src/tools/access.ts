import { writeFileSync } from 'node:fs'
import { tables } from '../access/index.ts'
import { policiesFile } from '../platform/db/migrate.ts'
import { policiesScript } from '../platform/access/policies.ts'

/** Writes the policies of all tables, as the declarations have them. */
writeFileSync(policiesFile, policiesScript(tables))
console.log(policiesFile)

import { CloseCircleOutlined } from '@ant-design/icons'
import { createContext, useContext } from 'react'
import type { FieldFault } from '../../api/errors.ts'
import { errorText } from '../../i18n/i18n.ts'
import { faultsAt } from './faults.ts'

/** What the server found wrong with the draft, for the fields that it is about. */
export const Faults = createContext<readonly FieldFault[]>([])

/** The words of a refusal under the field with this path in the configuration; nothing where it is right. */
export function FaultAt({ path }: { path: string }) {
  const [first] = faultsAt(useContext(Faults), path)
  return (
    first && (
      <p className="help err" role="alert">
        <CloseCircleOutlined /> {errorText(first.code ?? 'VALUE_INVALID')}
      </p>
    )
  )
}

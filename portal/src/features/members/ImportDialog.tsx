import {
  IMPORT_MAX_BYTES,
  IMPORT_MAX_ROWS,
  type ImportRow,
  importMembers,
  importTemplate,
} from '@teleward/contract/members/register-endpoints.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { SheetImport, useSheetImport } from '../../patterns/SheetImport.tsx'
import { formatDate } from '../../ui/format.ts'
import type { Choices } from './Filters.tsx'

const MOST = { rows: IMPORT_MAX_ROWS, bytes: IMPORT_MAX_BYTES }

/** Members from a file, into a unit of one's own. */
export default function ImportDialog({ units, onClose }: { units: Choices['units']; onClose: () => void }) {
  const t = useT()
  const [unitId, setUnitId] = useState<number | null>(units.length === 1 ? (units[0]?.id ?? null) : null)
  const template = { endpoint: importTemplate, input: {}, name: 'members.xlsx' }
  const job = useSheetImport(importMembers, template, (chosen, commit) =>
    unitId === null ? 'ERR_0002' : { body: { ...chosen, unitId, commit } },
  )
  return (
    <SheetImport<ImportRow>
      title={t('members.imp.title')}
      most={MOST}
      columns={[
        { path: 'account', title: t('members.col.account'), text: ({ said }) => said.account },
        { path: 'name', title: t('members.form.name'), text: ({ said }) => said.name },
        {
          path: 'gender',
          title: t('members.form.gender'),
          text: ({ said }) => said.gender && t(`common.sex.${said.gender}`),
        },
        {
          path: 'birthday',
          title: t('members.col.birthday'),
          text: ({ said }) => said.birthday && formatDate(said.birthday),
        },
        { path: 'mobile', title: t('members.col.mobile'), text: ({ said }) => said.mobile },
        {
          path: 'contactName',
          title: t('members.form.contactName'),
          text: ({ said }) => said.emergencyContact?.name,
        },
        {
          path: 'contactPhone',
          title: t('members.form.contactPhone'),
          text: ({ said }) => said.emergencyContact?.phone,
        },
      ]}
      head={
        units.length !== 1 && (
          <Select
            aria-label={t('members.imp.unit')}
            placeholder={t('members.imp.unit')}
            value={unitId}
            disabled={job.result !== undefined}
            options={units.map((one) => ({ value: one.id, label: either(one.name, one.nameEn) }))}
            onChange={setUnitId}
          />
        )
      }
      job={job}
      onClose={onClose}
    />
  )
}

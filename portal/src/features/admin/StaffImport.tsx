import {
  importStaff,
  STAFF_IMPORT_MAX_BYTES,
  STAFF_IMPORT_MAX_ROWS,
  type StaffImportRow,
  staffImportTemplate,
} from '@teleward/contract/admin/import-endpoints.ts'
import { DownloadOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { saveAs } from '../../api/exportSheet.ts'
import { useT } from '../../i18n/i18n.ts'
import { SheetImport, useSheetImport } from '../../patterns/SheetImport.tsx'
import { Button } from '../../ui/Button.tsx'
import { confirmAct } from '../../ui/notify.ts'
import { staffTypeText } from '../../patterns/staffType.ts'

const MOST = { rows: STAFF_IMPORT_MAX_ROWS, bytes: STAFF_IMPORT_MAX_BYTES }
/** A cell of a text file; one that begins as a formula would stays text. */
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** Staff from a file: invited when told so. The passwords the accounts begin with are shown once, here, and can be kept as a file. */
export function StaffImport({ partner, onClose }: { partner: number | undefined; onClose: () => void }) {
  const t = useT()
  const [kept, setKept] = useState(false)
  const template = { endpoint: staffImportTemplate, input: {}, name: 'staff.xlsx' }
  const job = useSheetImport(importStaff, template, (chosen, commit) => ({
    body: { ...chosen, ...(partner === undefined ? {} : { partner }), commit },
  }))
  const invited = job.result?.rows.filter(({ initialPassword }) => initialPassword !== null) ?? []
  const keep = () => {
    const lines = [
      [t('admin.staff.account'), t('admin.staff.name'), t('admin.staff.password')],
      ...invited.map(({ said, initialPassword }) => [said.account ?? '', said.name ?? '', initialPassword ?? '']),
    ]
    const text = `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
    saveAs(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'accounts.csv')
    setKept(true)
  }
  const close = async () => {
    const leave =
      invited.length === 0 ||
      kept ||
      (await confirmAct({
        title: t('admin.staff.importLeave'),
        text: t('admin.staff.importLeaveText'),
        ok: t('common.close'),
        cancel: t('common.cancel'),
        danger: true,
      }))
    if (leave) onClose()
  }
  return (
    <SheetImport<StaffImportRow>
      title={t('admin.staff.import')}
      most={MOST}
      columns={[
        { path: 'account', title: t('admin.staff.account'), text: ({ said }) => said.account },
        { path: 'name', title: t('admin.staff.name'), text: ({ said }) => said.name },
        { path: 'mobile', title: t('admin.staff.mobile'), text: ({ said }) => said.mobile },
        { path: 'type', title: t('admin.staff.kind'), text: ({ said }) => said.type && staffTypeText(said.type) },
        {
          path: 'units',
          title: t('admin.staff.unit'),
          text: ({ said }) => said.units.join(t('common.patient.separator')),
        },
        ...(invited.length
          ? [
              {
                path: 'initialPassword',
                title: t('admin.staff.password'),
                text: ({ initialPassword }: StaffImportRow) => initialPassword && <code>{initialPassword}</code>,
              },
            ]
          : []),
      ]}
      done={
        invited.length > 0 && (
          <div className="alert warn">
            <span className="grow">{t('admin.staff.importOnce')}</span>
            <Button size="sm" icon={<DownloadOutlined />} onClick={keep}>
              {t('admin.staff.importKeep')}
            </Button>
          </div>
        )
      }
      job={job}
      onClose={() => void close()}
    />
  )
}

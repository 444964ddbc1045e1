import { postPartner } from '@teleward/contract/admin/endpoints.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { Line } from './Line.tsx'

/** The operator founds an institution with its root unit; its first administrator is invited on the staff screen. */
export function FoundDrawer({ onClose, onFound }: { onClose: () => void; onFound: (id: number) => void }) {
  const t = useT()
  const [name, setName] = useState('')
  const [rootUnit, setRoot] = useState('')
  const post = useEndpointMutation(postPartner, {
    onDone: ({ id }) => {
      onClose()
      onFound(id)
    },
  })
  return (
    <FormDrawer
      open
      title={t('admin.partners.found')}
      dirty={Boolean(name || rootUnit)}
      busy={post.isPending}
      submit={t('admin.partners.found')}
      onClose={onClose}
      onSubmit={() => name.trim() && rootUnit.trim() && post.mutate({ body: { name, rootUnit } })}
    >
      <Line label={t('admin.partners.name')}>
        <Input
          aria-label={t('admin.partners.name')}
          value={name}
          maxLength={80}
          onChange={(event) => setName(event.target.value)}
        />
      </Line>
      <Line label={t('admin.partners.rootUnit')}>
        <Input
          aria-label={t('admin.partners.rootUnit')}
          value={rootUnit}
          maxLength={80}
          onChange={(event) => setRoot(event.target.value)}
        />
      </Line>
    </FormDrawer>
  )
}

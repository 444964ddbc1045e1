import { postPartner } from '@teleward/contract/admin/endpoints.ts'
import { namesake } from '@teleward/contract/admin/schema.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { confirmAct } from '../../ui/notify.ts'
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
    onError: (error) => {
      const there = error.code === 'PARTNER_NAME_TAKEN' ? namesake.safeParse(error.data) : undefined
      if (!there?.success) return false
      void confirmAct({
        title: t('admin.partners.namesake', there.data),
        text: t('admin.partners.namesakeText'),
        ok: t('admin.partners.found'),
        cancel: t('common.cancel'),
      }).then((another) => another && post.mutate({ body: { name, rootUnit, confirmed: true } }))
      return true
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

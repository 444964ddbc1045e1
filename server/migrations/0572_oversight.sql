-- How many patients' records somebody opened within the hour is asked at each emergency access.
create index emergency_access_person on emergency_access (mid, at);

-- The audit log is no screen that an institution hides any more: what hid it until now does not, and a draft that would can be
-- published.
update partner set ui_config = ui_config #- '{menu,seenBy,adminAudit}' where ui_config #> '{menu,seenBy,adminAudit}' is not null;
update partner set ui_config = jsonb_set(ui_config, '{menu,hidden}', (ui_config #> '{menu,hidden}') - 'adminAudit')
  where ui_config #> '{menu,hidden}' ? 'adminAudit';
update ui_config_version set config = config #- '{menu,seenBy,adminAudit}'
  where state = 'draft' and config #> '{menu,seenBy,adminAudit}' is not null;
update ui_config_version set config = jsonb_set(config, '{menu,hidden}', (config #> '{menu,hidden}') - 'adminAudit')
  where state = 'draft' and config #> '{menu,hidden}' ? 'adminAudit';

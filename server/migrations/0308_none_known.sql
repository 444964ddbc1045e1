-- 'Asked, none known' is an entry of its own among the allergies, with who recorded it and when; no entry at all means that
-- nobody has asked.
alter table member_history add constraint member_history_none_known
  check (severity is distinct from 'none' or (kind = 'sensitive_matters' and recorded_by is not null));

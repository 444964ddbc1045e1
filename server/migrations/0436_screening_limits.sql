-- Ages and intervals of screening programmes that an institution has confirmed itself, for one event: of a programme one for each
-- of its groups. What is not named keeps the product's (`contract/src/careevents/programmes.ts`).
alter table care_event add limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object' and pg_column_size(limits) <= 8192);
grant update (limits) on care_event to teleward_app;

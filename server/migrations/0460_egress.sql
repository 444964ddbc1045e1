-- A recording is made by the moderator's browser, in segments, or by LiveKit's egress service, in one file that is taken in once it
-- is over. `egress_id` is LiveKit's name for it; null as long as it has been asked for and has not answered.
alter table recording add column recorder text not null default 'browser' check (recorder in ('browser', 'egress'));
alter table recording add column egress_id text;
create index recording_egress on recording (egress_id) where egress_id is not null;

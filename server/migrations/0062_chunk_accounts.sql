-- By which accounts messages of a chunk went out: another one may become the default while the send is under way. Null: nobody took it yet,
-- or it was begun before this was kept, so that it may have been any.
alter table app.campaign_chunks add column account_ids uuid[];
alter table app.campaign_sends drop column account_id;

-- Which message a short link in a text stands for. No foreign key: rows are written in the transaction that marks messages as being sent,
-- which holds their chunk and must wait for nobody who holds the campaign.
create table app.campaign_short_links (
  -- The twelve letters as a number. Of all organizations: nothing else of the address says whose it is.
  code bigint primary key,
  org_id uuid not null,
  campaign_id uuid not null,
  version int not null,
  -- Null: of a test.
  send_id uuid,
  -- Null: of a test, or of somebody who is not known any more. The link leads where it led, and counts nothing.
  contact_id uuid
);
create unique index campaign_short_links_recipient on app.campaign_short_links (org_id, contact_id, send_id) where contact_id is not null;
call app.protect_tenant('app.campaign_short_links', 'select, insert, update', 'select, delete');

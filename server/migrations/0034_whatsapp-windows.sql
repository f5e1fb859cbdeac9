-- Who may be written to freely on WhatsApp: asked for each batch of recipients and each page of a dry run, by number.
create index inbound_items_window on app.inbound_items (org_id, sender, at) where channel = 'whatsapp' and kind = 'message';

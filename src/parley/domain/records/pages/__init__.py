"""Pages: records by age, and the reading of any page.

page           up to 5000 records in one answer: their ids, sizes and order, without their texts
cursor         where the next page begins, as text for clients
listing        finding a page by age; searches and samples find theirs elsewhere
chunk          records of a page that are read with one statement
read budget    the memory that all pages being read may hold together
"""

import PropertyLists

print("keyed-archive")

BEGIN { a # b \ c ~ é }

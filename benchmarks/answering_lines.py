"""What is said by whoever answers: machines, people, assistants that screen calls. Written for this purpose."""

from __future__ import annotations

MACHINES = (
    "Hi, you've reached Karen. I can't come to the phone right now, so please leave a message after the tone.",
    "Hello, this is Tom. I'm either away from my desk or on another call. Leave your name and number and I'll get back "
    "to you.",
    "The person you are calling is not available. Please record your message after the beep.",
    "Your call has been forwarded to an automatic voice message system. At the tone, please record your message.",
    "Welcome to the voicemail of Daniel Brown. He is not able to take your call. Please leave a message.",
    "Hey, it's Sam. You know what to do.",
    "You have reached the Miller family. Nobody is home at the moment. Please leave a message and we will call you "
    "back.",
    "Thank you for calling Harbour Dental. Our office is currently closed. Our opening hours are nine to five on "
    "weekdays.",
    "Hi there. Sorry I missed your call. Leave me a quick message and I'll call you right back. Thanks, bye.",
    "The mailbox of this customer is full and cannot accept any messages at this time. Goodbye.",
    "The number you have dialled is not in service. Please check the number and dial again.",
    "Good afternoon, you've reached the desk of Anna Schmidt in accounting. I'm on holiday until the third of May.",
    "This is the voicemail box of five five five, zero one two three. Please leave your message after the signal.",
    "Hello. I am not available right now. If it is urgent, please send me a text message. Otherwise wait for the beep.",
    "Hi, this is Julie's phone. She is probably at work. Say something nice after the beep.",
    "We're sorry. The subscriber you have called cannot be reached at the moment. Please try again later.",
    "You've reached the customer line of Greenfield Energy. All of our agents are busy. Your call is important to us.",
    "Hello? Just kidding, I'm not here. Leave a message and I might call you back one day.",
    "Peter here. I can't answer the phone just now. Please leave a short message with your number.",
    "Thanks for calling Smith and Partners. For sales press one. For support press two.",
    "Hi, this is Rebecca, I'm driving, please leave a message and I will return your call as soon as possible.",
)
PEOPLE = (
    "Hello?",
    "Yes?",
    "Hi.",
    "Hello, this is Anna.",
    "Good morning, Harbour Dental, this is Maria speaking, how can I help you?",
    "Yeah, hello, who is this?",
    "Tom Brown.",
    "Speaking.",
    "Hello, Miller.",
    "Hi, yes, I was waiting for your call.",
    "Smith and Partners, good afternoon.",
    "Hello? Hello?",
    "Thank you for calling Greenfield, my name is Peter, what can I do for you?",
    "Hey, what's up?",
    "Hello, Karen here.",
    "Who's calling please?",
    "Good evening.",
    "Hi, sorry, I am just driving, what is it?",
    "Mum, is that you?",
    "Reception, how may I direct your call?",
    "Hello, you're speaking with Julie.",
)
SCREENERS = (
    "Hi, if you record your name and reason for calling, I'll see if this person is available.",
    "The person you're calling is using a screening service. Please say your name, and why you're calling.",
    "Hello, this call is being screened by an assistant. Go ahead and say what it's about, and who is calling.",
    "Hi, the person you are calling has asked me to answer. May I have your name and the reason for your call?",
    "Please state your name after the tone, and I will try to connect you.",
    "Hello. Before I try to connect you, can I ask what you're calling about and who's calling?",
    "You have reached a call screening service. Please tell me your name and the reason for calling.",
)
